import type { AlertEntry } from './alerts.ts';

/** What the page shows beside the alerts. */
export type AlertPlace = {
  /** A call, or one of its other screens, is shown in place of the pages. */
  readonly hasCall: boolean;
  /** A banner already reports trouble with the connection to the server (NAV-13 … -15). */
  readonly hasNetworkBanner: boolean;
};

/** Alerts about a page, or about the server: they say nothing to a user in a call, and wait until its end. */
const aboutPages: ReadonlySet<string> = new Set([
  'networkError',
  'loginError',
  'saved',
  'profile',
  'registration',
  'reset',
  'contact',
  'message',
]);

/** In a call the first of these types that there is has precedence. */
const inOrder: readonly AlertEntry['type'][] = ['danger', 'info', 'success'];

/**
 * The alerts that are shown now. A trouble with the connection is reported once, and a call shows one alert
 * at a time: the most urgent, and of equally urgent ones the newest.
 */
export function shownAlerts(
  list: readonly AlertEntry[],
  { hasCall, hasNetworkBanner }: AlertPlace,
): readonly AlertEntry[] {
  const fitting = list.filter(({ id }) => !(hasNetworkBanner && id === 'networkError'));
  if (!hasCall) return fitting;
  const ofCall = fitting.filter(({ id }) => !aboutPages.has(id));
  const [first] = inOrder.flatMap((type) => ofCall.filter((alert) => alert.type === type).toReversed());
  return first === undefined ? [] : [first];
}
