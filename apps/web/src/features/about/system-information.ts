import { type Brand, firstSipAddress, PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import { parseUserAgent } from 'detect-browser';
import { isAnonymous, type User } from '../../client/session/user.ts';
import type { TextKey } from '../../i18n/index.ts';

export type SystemFact = {
  readonly label: TextKey;
  /** Undefined = not known. */
  readonly value: string | undefined;
};

export type SystemSources = {
  readonly user: User;
  readonly brand: Brand;
  readonly version: string;
  readonly commit: string;
  readonly userAgent: string;
  /** URL of the SIP server in use; undefined = not known. */
  readonly server: string | undefined;
};

/** Display name of a browser by its detected name; a browser that is not listed keeps the detected name. */
const browserNames: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  crios: 'Chrome',
  edge: 'Edge',
  'edge-chromium': 'Edge',
  'edge-ios': 'Edge',
  firefox: 'Firefox',
  fxios: 'Firefox',
  ios: 'Safari',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
};

/** Facts for a help desk (SET-21, A-008, A-120); without username and SIP address for an anonymous caller. */
export function systemInformation(sources: SystemSources): readonly SystemFact[] {
  const { user, brand, version, commit, userAgent, server } = sources;
  const properties = user.properties.propertySet;
  const detected = parseUserAgent(userAgent);
  const browser = detected?.name ?? undefined;
  const account: readonly SystemFact[] = [
    { label: 'about.username', value: valueOf(properties, PROPERTY_KEYS.username) ?? user.username },
    {
      label: 'about.sip',
      value: firstSipAddress(valueOf(properties, PROPERTY_KEYS.sipAddress) ?? user.uri),
    },
  ];
  return [
    ...(isAnonymous(user, brand) ? [] : account),
    { label: 'about.version', value: `${version} (${commit})` },
    { label: 'about.browser', value: browser === undefined ? undefined : (browserNames[browser] ?? browser) },
    { label: 'about.browserversion', value: detected?.version ?? undefined },
    { label: 'about.os', value: detected?.os ?? undefined },
    { label: 'about.serverip', value: hostOf(server) },
  ];
}

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).hostname : undefined;
}
