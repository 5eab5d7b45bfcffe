/** A promise that is fulfilled from outside; opening it twice changes nothing. */
export type Gate = { readonly opened: Promise<void>; open(): void };

export function createGate(): Gate {
  const callbacks: (() => void)[] = [];
  const opened = new Promise<void>((resolve) => {
    callbacks.push(resolve);
  });
  return { opened, open: () => callbacks.forEach((resolve) => resolve()) };
}
