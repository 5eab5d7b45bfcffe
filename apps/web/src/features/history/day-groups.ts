/** The entries of one day; `label` is the name of the day. */
export type DayGroup<Entry> = {
  readonly key: string;
  readonly label: string;
  readonly items: readonly Entry[];
};

export type DayWords = {
  /** BCP 47 language tag for the names of days. */
  readonly language: string;
  readonly today: string;
  readonly yesterday: string;
};

const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/**
 * Groups entries by day in local time. The days are in the order of the entries.
 * @param now milliseconds since the epoch
 */
export function dayGroups<Entry extends { readonly timestamp: number }>(
  entries: readonly Entry[],
  now: number,
  { language, today, yesterday }: DayWords,
): readonly DayGroup<Entry>[] {
  const thisDay = new Date(now);
  // Yesterday by the calendar: when summer time begins or ends, a day has 23 or 25 hours.
  const dayBefore = new Date(thisDay.getFullYear(), thisDay.getMonth(), thisDay.getDate() - 1);
  const known = new Map([
    [startOfDay(thisDay), today],
    [startOfDay(dayBefore), yesterday],
  ]);
  const ofThisYear = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' });
  const older = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
  const nameOf = (day: number): string => {
    const format = new Date(day).getFullYear() === thisDay.getFullYear() ? ofThisYear : older;
    return known.get(day) ?? format.format(day);
  };
  const days = new Map<number, Entry[]>();
  for (const entry of entries) {
    const day = startOfDay(new Date(entry.timestamp));
    const others = days.get(day);
    if (others === undefined) days.set(day, [entry]);
    else others.push(entry);
  }
  return [...days].map(([day, items]) => ({ key: String(day), label: nameOf(day), items }));
}
