/** A promise that is fulfilled by calling `resolve`; further calls have no effect. */
export type Deferred = { readonly promise: Promise<void>; resolve(): void };

export function createDeferred(): Deferred {
  const callbacks: (() => void)[] = [];
  const promise = new Promise<void>((resolve) => {
    callbacks.push(resolve);
  });
  return { promise, resolve: () => callbacks.forEach((callback) => callback()) };
}
