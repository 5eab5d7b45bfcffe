import { useEffect, useState } from 'react';
import type { BrowserSupport } from '../../client/product/browser-support.ts';
import type { KeyValueStore } from '../../client/store/key-value-store.ts';
import type { BrowserNoticeProps } from './BrowserNotice.tsx';

const hiddenForGoodKey = 'hideBrowserWarning';
const infoShownKey = 'browserInfoShown';

export type BrowserNoticeOptions = {
  readonly support: BrowserSupport | undefined;
  /** True = the operator wants the info about supported browsers (brand flag `browser.showSupportedInfo`). */
  readonly isInfoWanted: boolean;
  readonly localStore: KeyValueStore;
  readonly tabStore: KeyValueStore;
};

/**
 * The note about the browser to show; undefined = there is none, or the user has hidden it. The info that the
 * browser is supported is shown once in each browser tab.
 */
export function useBrowserNotice({
  support,
  isInfoWanted,
  localStore,
  tabStore,
}: BrowserNoticeOptions): BrowserNoticeProps | undefined {
  const [isHidden, setIsHidden] = useState(() => localStore.get(hiddenForGoodKey) === 'true');
  const [wasInfoShown] = useState(() => tabStore.get(infoShownKey) === 'true');
  const isInfoDue = support === 'supported' && isInfoWanted && !wasInfoShown && !isHidden;

  useEffect(() => {
    if (isInfoDue) tabStore.set(infoShownKey, 'true');
  }, [isInfoDue, tabStore]);

  if (isHidden || !(support === 'firefox' || isInfoDue)) return undefined;
  return {
    about: isInfoDue ? 'supported' : 'firefox',
    onClose: () => setIsHidden(true),
    onCloseForGood() {
      localStore.set(hiddenForGoodKey, 'true');
      setIsHidden(true);
    },
  };
}
