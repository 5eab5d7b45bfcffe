const DAY_MS = 24 * 60 * 60 * 1000;

/** The day in UTC, such as `2026-11-25`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** When a day in UTC begins; undefined = there is no such day. */
export function dayAt(day: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // 2026-02-30 would be read as the second of March.
  return Number.isNaN(time) || dayOf(time) !== day ? undefined : time;
}

/** When a day in UTC ends. */
export function endOfDay(day: string): number | undefined {
  const begin = dayAt(day);
  return begin === undefined ? undefined : begin + DAY_MS;
}

/** The first of so many days that end with `last`. */
export const daysBefore = (last: string, days: number): string =>
  dayOf((dayAt(last) ?? 0) - (days - 1) * DAY_MS);

/** How many days there are from the first to the last, both included. */
export const daysIn = (first: string, last: string): number =>
  Math.round(((dayAt(last) ?? 0) - (dayAt(first) ?? 0)) / DAY_MS) + 1;
