/** Tasks of the same name, which run one after the other over all server processes. */
export type Turns = {
  /** Runs the task when the ones before have ended, however they ended. */
  inTurn<T>(name: string, task: () => Promise<T>): Promise<T>;
};

/** Turns within one process. */
export function createOwnTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    inTurn(name, task) {
      const running = (last.get(name) ?? Promise.resolve()).then(task);
      const ended = running.then(
        () => undefined,
        () => undefined,
      );
      last.set(name, ended);
      void ended.finally(() => {
        if (last.get(name) === ended) last.delete(name);
      });
      return running;
    },
  };
}
