import type { Closing } from './closing.ts';
import type { Result, Wire } from './cut-call.ts';
import { openLane } from './lane.ts';
import type { OwnNetwork } from './own-network.ts';
import type { PlannedCall } from './plan.ts';
import { createTally, type Tally } from './tally.ts';

/** A pair of users: the text transport on which their calls begin, and the network of one of them. */
export type Pair = { readonly wire: Wire; readonly network?: OwnNetwork | undefined };

export type CutCallsOptions = {
  readonly planned: readonly PlannedCall[];
  readonly pairs: readonly Pair[];
  readonly closing: Closing;
  /** The environment variables with which the test repeats a call. */
  readonly repeat: (call: PlannedCall) => string;
  readonly say: (line: string) => void;
  /** Keeps what both users of a call with a breach wrote, saw and were told. */
  readonly keep: (fileName: string, content: string) => void;
};

export type CutCallsOutcome = {
  /** One line for each call with a breach and each call that failed. */
  readonly faults: readonly string[];
  readonly tally: Tally;
};

/** The breaches of one call in words. */
const breachesIn = (results: readonly Result[]): string[] =>
  results.flatMap(({ writer, findings }) =>
    Object.entries(findings.breaches)
      .filter(([, letters]) => letters.length > 0)
      .map(([breach, letters]) => `${writer}: ${breach} ${JSON.stringify(letters)}`),
  );

/** Makes the planned calls, one at a time for each pair of users, and counts the outcomes of the letters. */
export async function runCutCalls(options: CutCallsOptions): Promise<CutCallsOutcome> {
  const { planned, pairs, closing, repeat, say, keep } = options;
  const queues: Record<Wire, PlannedCall[]> = { dataChannel: [], message: [] };
  for (const call of planned) queues[call.wire].push(call);
  const tally = createTally();
  const faults: string[] = [];

  function report(call: PlannedCall, words: string): void {
    const { number, cut, wire } = call;
    faults.push(`call ${number} (${cut.name}, ${wire}): ${words}; repeat with ${repeat(call)}`);
    say(faults.at(-1) ?? '');
  }

  async function work({ wire, network }: Pair): Promise<void> {
    const queue = queues[wire];
    if (queue.length === 0) return;
    const lane = await openLane(wire, network, closing);
    for (let call = queue.shift(); call !== undefined; call = queue.shift()) {
      const began = performance.now();
      try {
        const results = await lane.call(call);
        tally.add(call, results);
        const breaches = breachesIn(results);
        if (breaches.length > 0) {
          report(call, breaches.join('; '));
          keep(`call-${call.number}.json`, JSON.stringify(results, undefined, 1));
        }
      } catch (error) {
        report(call, `could not be made: ${error instanceof Error ? error.message : String(error)}`);
      }
      const seconds = Math.round((performance.now() - began) / 1000);
      say(`call ${call.number}: ${call.cut.name}, ${wire}, ${seconds} s`);
    }
  }

  await Promise.all(pairs.map(work));
  return { faults, tally };
}
