/** The setting with which the calls of a user do not ring: `off`, `on`, or the end in milliseconds since the epoch (decision D86). */
export const DO_NOT_DISTURB = 'WEB_DO_NOT_DISTURB';

export const DO_NOT_DISTURB_VALUES = /^(?:off|on|\d{13})$/;

/** Do not disturb while it is on; without an end it stays on until the user turns it off. */
export type DoNotDisturb = { readonly until?: number };

/** What a value of the setting means at the time `now`; undefined = calls ring. */
export function doNotDisturbOf(value: string | undefined, now: number): DoNotDisturb | undefined {
  if (value === undefined || value === 'off' || !DO_NOT_DISTURB_VALUES.test(value)) return undefined;
  if (value === 'on') return {};
  const until = Number(value);
  return until > now ? { until } : undefined;
}
