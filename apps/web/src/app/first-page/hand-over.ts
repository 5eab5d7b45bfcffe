/** What the script in the head of the page gives to the app that takes the page over. */
export type HandOver = {
  /** Ends the watch over the page; returns the button that the user has pressed meanwhile. */
  readonly take: () => HTMLElement | undefined;
};

declare global {
  interface Window {
    samtalFirstPage?: HandOver;
  }
}
