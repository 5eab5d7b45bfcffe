import type { Installation } from './installation.ts';

const KEYS = ['CALL_RECORD_DAYS', 'MESSAGE_DAYS', 'AUDIT_DAYS'] as const;

/** How long data is kept by a value: 0 days of calls mean none is, 0 of the others that there is no limit. */
function daysOf(key: (typeof KEYS)[number], value: string): number {
  const days = Number(value);
  return days === 0 && key !== 'CALL_RECORD_DAYS' ? Number.POSITIVE_INFINITY : days;
}

/** The settings whose time of keeping is shorter than at the last start. This start removes what is older. */
export const shortenedRetentions = (known: Installation, own: Installation) =>
  KEYS.flatMap((setting) => {
    const [from, to] = [known[setting], own[setting]];
    if (from === undefined || to === undefined) return [];
    return daysOf(setting, to) < daysOf(setting, from) ? [{ setting, from, to }] : [];
  });
