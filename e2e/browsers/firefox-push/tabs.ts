/** The tabs of Firefox; these functions run in Firefox itself (`inFirefox`). */

type Tab = {
  /** Empty: the tab is discarded. */
  readonly linkedPanel: string;
  readonly linkedBrowser: {
    readonly currentURI: { readonly spec: string };
  };
};

declare const gBrowser: {
  readonly tabs: readonly Tab[];
  /** @returns whether the tab could be discarded */
  discardBrowser(tab: Tab, isForced: boolean): boolean;
};

/** Discards the tabs of this address: they stay, but their pages end until they are shown again. */
export function discardTabs(address: string): void {
  const tabs = gBrowser.tabs.filter(
    ({ linkedPanel, linkedBrowser }) =>
      linkedPanel !== '' && linkedBrowser.currentURI.spec.startsWith(address),
  );
  if (tabs.length === 0 || !tabs.every((tab) => gBrowser.discardBrowser(tab, true)))
    throw new Error(`no tab of ${address} could be discarded`);
}
