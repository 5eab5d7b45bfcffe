/** A promise that is fulfilled by calling `open`; further calls have no effect. */
export type Gate = { readonly opened: Promise<void>; open(): void };

export function createGate(): Gate {
  const callbacks: (() => void)[] = [];
  const opened = new Promise<void>((resolve) => {
    callbacks.push(resolve);
  });
  return { opened, open: () => callbacks.forEach((resolve) => resolve()) };
}
