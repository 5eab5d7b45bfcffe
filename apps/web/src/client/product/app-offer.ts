import type { Brand } from '@samtal/api-contract';

export type AppOffer = {
  readonly store: 'googlePlay' | 'appStore';
  /** The address of the operator's app. */
  readonly link: string;
};

/** What the browser tells about the device on which it runs. */
export type Device = { readonly userAgent: string; readonly maxTouchPoints: number };

/**
 * The app store for a phone or tablet; undefined for other devices. iPadOS reports that it is a Mac, but no
 * Mac has a touch screen (APPDL-01, APPDL-02).
 */
function storeOf({ userAgent, maxTouchPoints }: Device): AppOffer['store'] | undefined {
  if (/Android/.test(userAgent)) return 'googlePlay';
  const isIpadOs = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  return isIpadOs || /iP(hone|ad|od)/.test(userAgent) ? 'appStore' : undefined;
}

/** The operator's app for this device, if there is one (APPDL-03). */
export function appOfferFor(config: Brand['appDownload'], device: Device): AppOffer | undefined {
  const store = storeOf(device);
  const link = store === undefined ? '' : config[store];
  return store === undefined || !config.enabled || link === '' ? undefined : { store, link };
}
