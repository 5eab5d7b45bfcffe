/** Holds requests back while the connection is lost. */
export type Gate = {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
  /** Resolves when the gate is open. */
  passed(): Promise<void>;
};

export function createGate(): Gate {
  let waiting: (() => void)[] | undefined;
  return {
    get isOpen() {
      return waiting === undefined;
    },
    close() {
      waiting ??= [];
    },
    open() {
      const held = waiting ?? [];
      waiting = undefined;
      for (const pass of held) pass();
    },
    passed: () =>
      new Promise((resolve) => {
        if (waiting === undefined) resolve();
        else waiting.push(resolve);
      }),
  };
}
