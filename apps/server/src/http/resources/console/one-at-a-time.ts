export type OneAtATime = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Creates a function that runs tasks one after the other, each when the one before has ended, however it ended. So a
 * change of the console sees the roles that the change before has left.
 */
export function createOneAtATime(): OneAtATime {
  let before: Promise<unknown> = Promise.resolve();
  return (task) => {
    const running = before.then(task);
    before = running.catch(() => undefined);
    return running;
  };
}
