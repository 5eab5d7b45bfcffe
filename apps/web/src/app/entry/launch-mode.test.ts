import { parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { type LaunchContext, launchModeFor } from './launch-mode.ts';

const at = (path: string, more: Partial<LaunchContext> = {}): LaunchContext => ({
  path,
  isEmbedded: false,
  isVisitor: false,
  ...more,
});
const kiosk = { kiosk: { enabled: true } };
const kioskOnly = { kiosk: { enabled: true, only: true } };

test.each([
  ['ROUTE-19 a one-click link', kiosk, at('/oneclickcall'), 'kiosk'],
  ['ROUTE-19 the same with a slash at its end', kiosk, at('/oneclickcall/'), 'kiosk'],
  ['LOGIN-18 a one-click link while the kiosk is off', {}, at('/oneclickcall'), 'app'],
  ['A-113 the app while the kiosk is on', kiosk, at('/call'), 'app'],
  ['ROUTE-28 A-113 the app when only the kiosk is allowed', kioskOnly, at('/call'), 'notFound'],
  ['ROUTE-28 the first page when only the kiosk is allowed', kioskOnly, at('/'), 'notFound'],
  ['ROUTE-28 the kiosk itself', kioskOnly, at('/oneclickcall'), 'kiosk'],
  ['ROUTE-28 A-113 the app in the tab of a visitor', kiosk, at('/call', { isVisitor: true }), 'notFound'],
  ['A-113 another call in the tab of a visitor', kiosk, at('/oneclickcall', { isVisitor: true }), 'kiosk'],
  ['ROUTE-29 A-110 in a frame that is not allowed', {}, at('/', { isEmbedded: true }), 'notFound'],
  [
    'ROUTE-29 a one-click link in a frame that is not allowed',
    kiosk,
    at('/oneclickcall', { isEmbedded: true }),
    'notFound',
  ],
  [
    'ROUTE-29 A-110 in a frame that is allowed',
    { iframe: { allow: true } },
    at('/', { isEmbedded: true }),
    'app',
  ],
  ['ROUTE-30 A-110 outside a frame when one is required', { iframe: { force: true } }, at('/'), 'notFound'],
  [
    'ROUTE-30 A-110 in a frame when one is required',
    { iframe: { force: true } },
    at('/', { isEmbedded: true }),
    'app',
  ],
] as const)('%s', (_what, json, launch, mode) => {
  const result = parseBrand(json);
  if (!result.ok) throw new Error('the brand of the test is invalid');
  expect(launchModeFor(result.brand, launch)).toBe(mode);
});
