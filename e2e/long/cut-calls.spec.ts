import { writeFileSync } from 'node:fs';
import type { Wire } from '../support/faults/cut-calls/cut-call.ts';
import { expect, test } from '../support/faults/cut-calls/cut-calls-test.ts';
import { CUTS } from '../support/faults/cut-calls/cuts.ts';
import { createOwnNetwork } from '../support/faults/cut-calls/own-network.ts';
import { planCalls } from '../support/faults/cut-calls/plan.ts';
import { runCutCalls } from '../support/faults/cut-calls/run-cut-calls.ts';

const CALLS = Number(process.env['CUT_CALLS'] ?? 200);
const SEED = Number(process.env['CUT_SEED'] ?? Date.now() % 1_000_000);
/** The number of the only call to make; undefined = all calls are made. */
const ONLY = process.env['CUT_ONLY'];

/**
 * One pair of users for each entry, with its text transport. All pairs call at the same time; two processors
 * carry four calls.
 */
const PAIRS: readonly Wire[] = ['dataChannel', 'message', 'dataChannel', 'message'];
/**
 * In a call, at most so many letters that arrived may be reported as in doubt, both ends together: what two fast
 * typists write in the time after which a letter counts as delivered.
 */
const MOST_FALSELY_DOUBTED = 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

test(`D10 D41 in ${CALLS} calls cut while both type no letter is lost or erased unless the sender is told`, async ({
  closing,
}) => {
  test.setTimeout(40 * 60_000);
  say(`CUT_SEED=${SEED} CUT_CALLS=${CALLS}`);
  const pairs = PAIRS.map((wire) => ({ wire, network: createOwnNetwork() }));
  for (const { network } of pairs) if (network !== undefined) closing.add(network.remove);
  const hasNetworks = pairs.every(({ network }) => network !== undefined);
  const cuts = CUTS.filter(({ needsNetwork }) => hasNetworks || needsNetwork !== true);
  const left = CUTS.filter((cut) => !cuts.includes(cut)).map(({ name }) => name);
  if (left.length > 0) say(`NOT TRIED, as no network namespace can be made here: ${left.join('; ')}`);

  const planned = planCalls(SEED, CALLS, cuts);
  const { faults, tally } = await runCutCalls({
    planned: planned.filter(({ number }) => ONLY === undefined || number === Number(ONLY)),
    pairs,
    closing,
    repeat: ({ number }) => `CUT_SEED=${SEED} CUT_CALLS=${CALLS} CUT_ONLY=${number}`,
    say,
    keep: (fileName, content) => writeFileSync(test.info().outputPath(fileName), content),
  });
  say(tally.table());
  expect(faults).toEqual([]);
  expect(tally.letters('typed')).toBeGreaterThan(5 * tally.calls());
  expect(tally.letters('told but arrived')).toBeLessThanOrEqual(MOST_FALSELY_DOUBTED * tally.calls());
});
