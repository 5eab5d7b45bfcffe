import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExactEvent, ExactText } from './exact-text.ts';
import { initialExactText, stepExactText } from './exact-text.ts';
import { MOST_ASKS } from './limits.ts';

const TYPED = 200;

const number = fc.oneof(
  fc.constantFrom('-1', '1.5', '', 'NaN', '999999999999', '1000000000000', '0x10', '٣'),
  fc.integer({ min: 0, max: 2 * TYPED }).map(String),
);
const message = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc
    .tuple(number, number, number, fc.boolean(), fc.string({ unit: 'binary', maxLength: 10 }))
    .map(
      ([position, kept, have, isAsking, text]) =>
        `\u0098P${position};${kept};${have}${isAsking ? '?' : ''}\u009C${text}`,
    ),
);

test('D82 whatever a peer sends, nothing is delivered that was not written, and it gets little back', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 200 }), (messages) => {
      let state: ExactText = { ...initialExactText, wire: 'dataChannel' };
      const delivered: number[] = [];
      let written = 0;
      const take = (event: ExactEvent): void => {
        const step = stepExactText(state, event, 1000);
        state = step.state;
        for (const effect of step.effects) {
          if (effect.do === 'deliver') delivered.push(...effect.chunkIds);
          if (effect.do === 'write') written += effect.data.length;
        }
      };
      for (let chunkId = 1; chunkId <= TYPED / 2; chunkId++)
        take({ type: 'chunk', chunkId, characters: 'ab' });
      const before = written;
      let reports = 0;
      for (const data of messages) {
        const { reported } = state.sender;
        take({ type: 'received', data });
        if (state.sender.reported > reported) reports++;
        expect(state.sender.reported).toBeLessThanOrEqual(TYPED);
        expect(Number.isSafeInteger(state.have)).toBe(true);
      }
      // Each chunk is delivered at most once, and only with all before it.
      expect(delivered).toEqual(Array.from({ length: delivered.length }, (_, index) => index + 1));
      // Text is written again at most so often, and reports of the same moment are one.
      expect(written - before).toBeLessThanOrEqual((reports + 1) * MOST_ASKS * (TYPED + 40) + 40);
    }),
    { numRuns: 1000, seed: 84 },
  );
});
