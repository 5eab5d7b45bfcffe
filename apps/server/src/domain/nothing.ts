/** Does nothing: for callbacks that need no action. */
export const nothing = (): void => undefined;
