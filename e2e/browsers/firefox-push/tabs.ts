/** The tabs of Firefox; these functions run in Firefox itself (`inFirefox`). */

type Tab = {
  readonly linkedBrowser: {
    readonly currentURI: { readonly spec: string };
    readonly browsingContext: { readonly currentWindowGlobal: { readonly osPid: number } };
  };
};

declare const gBrowser: {
  readonly tabs: readonly Tab[];
  /** @returns whether the tab could be discarded */
  discardBrowser(tab: Tab, isForced: boolean): boolean;
};

/** Discards the tabs of this address: they stay, but their pages end until they are shown again. */
export function discardTabs(address: string): void {
  const tabs = gBrowser.tabs.filter(({ linkedBrowser }) => linkedBrowser.currentURI.spec.startsWith(address));
  if (tabs.length === 0 || !tabs.every((tab) => gBrowser.discardBrowser(tab, true)))
    throw new Error(`no tab of ${address} could be discarded`);
}

/** The id of the process in which the page of this address runs. */
export function processOfTab(address: string): number {
  const tab = gBrowser.tabs.find(({ linkedBrowser }) => linkedBrowser.currentURI.spec.startsWith(address));
  if (tab === undefined) throw new Error(`no tab of ${address}`);
  return tab.linkedBrowser.browsingContext.currentWindowGlobal.osPid;
}
