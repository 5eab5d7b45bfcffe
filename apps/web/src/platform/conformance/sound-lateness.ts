/** Fewer pairs of a flash and a beep are no measurement. */
const LEAST_PAIRS = 3;
/** After a flash or a beep, what follows within this time belongs to it. */
const SAME_MS = 500;

/** The times of the starts in `times`, without those that belong to an earlier start. */
function startsOf(times: readonly number[]): readonly number[] {
  const starts: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (time - last > SAME_MS) starts.push(time);
    last = time;
  }
  return starts;
}

/**
 * How much later than its flash a beep came, in milliseconds: the middle one of all pairs; undefined with too
 * few pairs.
 */
export function soundLateness(flashes: readonly number[], beeps: readonly number[]): number | undefined {
  const sounds = startsOf(beeps);
  const late = startsOf(flashes)
    .flatMap((flash) => {
      const near = sounds
        .map((sound) => sound - flash)
        .toSorted((one, two) => Math.abs(one) - Math.abs(two))[0];
      return near === undefined || Math.abs(near) > SAME_MS ? [] : [near];
    })
    .toSorted((one, two) => one - two);
  return late.length < LEAST_PAIRS ? undefined : late[Math.floor(late.length / 2)];
}
