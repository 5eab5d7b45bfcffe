/** Lets go first what waits for the page already: a screen that is to be drawn, for instance. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
