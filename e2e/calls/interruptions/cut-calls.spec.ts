import { writeFileSync } from 'node:fs';
import { expect, test } from '../../support/faults/cut-calls/cut-calls-test.ts';
import { CUTS } from '../../support/faults/cut-calls/cuts.ts';
import { planCalls } from '../../support/faults/cut-calls/plan.ts';
import { runCutCalls } from '../../support/faults/cut-calls/run-cut-calls.ts';

const SEED = Number(process.env['CUT_SEED'] ?? 1);

/** Cuts that need no root, and the text transport on which each call begins; `long/two-hundred-calls` has them all. */
const CALLS = [
  ['the text channel dies', 'dataChannel'],
  ['the other end is killed', 'message'],
] as const;

test('D10 D41 in two calls cut while both type no letter is lost or erased unless the sender is told', {
  tag: '@long',
}, async ({ closing }) => {
  test.setTimeout(90_000);
  const planned = CALLS.flatMap(([name, wire], index) =>
    planCalls(
      SEED + index,
      1,
      CUTS.filter((cut) => cut.name === name),
    ).map((call) => ({ ...call, number: index + 1, wire })),
  );
  const { faults, tally } = await runCutCalls({
    planned,
    pairs: [{ wire: 'dataChannel' }, { wire: 'message' }],
    closing,
    repeat: () => `CUT_SEED=${SEED}`,
    // The daily run prints only one line for each test.
    say: () => undefined,
    keep: (fileName, content) => writeFileSync(test.info().outputPath(fileName), content),
  });
  expect(faults).toEqual([]);
  expect(tally.letters('typed')).toBeGreaterThan(5 * tally.calls());
  expect(tally.calls()).toBe(CALLS.length);
});
