/** A browser as `detect-browser` names it. */
export type DetectedBrowser = {
  readonly name: string;
  /** `major.minor.patch`, null if unknown. */
  readonly version: string | null;
  readonly os: string | null;
};

export type BrowserSupport =
  | 'supported'
  /** Calls work in Firefox, with lower video quality (BROWSER-06). */
  | 'firefox'
  | 'unsupported'
  | 'outOfDate'
  /** Calls fail in iOS 15.1 (BROWSER-05, CONST-04: 15.2 is needed). */
  | 'outOfDateIos151';

/** Why a browser cannot make calls. */
export type UnsupportedReason =
  | Extract<BrowserSupport, 'unsupported' | 'outOfDate' | 'outOfDateIos151'>
  /** The browser has no WebRTC (LOGIN-03). */
  | 'noWebRtc';

/** The `detect-browser` names of the supported browsers (BROWSER-01). */
const whitelist: readonly string[] = [
  'edge',
  'edge-ios',
  'samsung',
  'edge-chromium',
  'chrome',
  'crios',
  'firefox',
  'fxios',
  'opera-mini',
  'opera',
  'bb10',
  'android',
  'ios',
  'safari',
];

/** Whether this is one of the versions of Edge that are out of date (BROWSER-04, A-106). */
const isOldEdge = (name: string, major: number): boolean =>
  (name === 'edge' || name === 'edge-chromium') && major >= 20 && major <= 49;

/**
 * The version of iOS; undefined on other systems. All browsers of iOS use the system's engine, so the
 * system's version decides. Every user agent contains it (`CPU iPhone OS 15_1 like Mac OS X`); Safari's own
 * version is the same.
 */
function iosVersionOf(
  { name, version, os }: DetectedBrowser,
  userAgent: string,
): readonly [major: number, minor: number] | undefined {
  const [, major, minor = '0'] = /\bOS (\d+)(?:_(\d+))?[\d_]* like Mac OS X/.exec(userAgent) ?? [];
  if (major !== undefined) return [Number(major), Number(minor)];
  if (os !== 'iOS' || name !== 'ios' || version === null) return undefined;
  const [ownMajor = '0', ownMinor = '0'] = version.split('.');
  return [Number(ownMajor), Number(ownMinor)];
}

/**
 * Whether a browser can make calls, and which warning it needs (BROWSER-01 … -07).
 * @param browser undefined if unknown
 */
export function browserSupportOf(browser: DetectedBrowser | undefined, userAgent: string): BrowserSupport {
  if (browser === undefined || !whitelist.includes(browser.name)) return 'unsupported';
  const [iosMajor = 0, iosMinor = 0] = iosVersionOf(browser, userAgent) ?? [];
  if (iosMajor >= 7 && iosMajor <= 10) return 'outOfDate';
  if (iosMajor === 15 && iosMinor === 1) return 'outOfDateIos151';
  if (isOldEdge(browser.name, Number.parseInt(browser.version ?? '', 10))) return 'outOfDate';
  return browser.name === 'firefox' ? 'firefox' : 'supported';
}

/**
 * Why a browser is refused; undefined = it is accepted.
 * @param isForCall the page is for a call only; the full app is accepted without WebRTC, because messages and
 * contacts still work (LOGIN-03)
 */
export function unsupportedReasonOf(
  support: BrowserSupport | undefined,
  { hasWebRtc, isForCall }: { readonly hasWebRtc: boolean; readonly isForCall: boolean },
): UnsupportedReason | undefined {
  if (support === 'unsupported' || support === 'outOfDate' || support === 'outOfDateIos151') return support;
  return isForCall && !hasWebRtc ? 'noWebRtc' : undefined;
}
