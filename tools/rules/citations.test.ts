import { expect, test } from 'vitest';
import { brokenCitations, citable } from './citations.mjs';

const known = citable({
  requirements: '- RTT-07 · Every letter is sent.\n- A-066 · The mailbox. → It answers.\n',
  decisions: '- **D41 Text.** Nothing is lost unsaid.\n',
  accessibility: '| T1 – T3, T17 | `t140.test.ts` |',
});

test('citations that lead to a row, an interpretation, a decision or a case are right', () => {
  const text =
    "// RTT-07, A-066, decision D41, RFC 8865, UTF-8\ntest('T2 T17 D41 RTT-07 it works', () => {});";
  expect(brokenCitations(text, known)).toEqual([]);
});

test.each([
  ['// RTT-99', 'RTT-99'],
  ['/* A-67 */', 'A-67'],
  ['// decisions D41, D99', 'D99'],
  ["test('D-5 D41 it works'", 'D-5'],
  ["test('D98 it works'", 'D98'],
  ["test.each(rows)('T4 it works'", 'T4'],
])('%s leads nowhere', (text, id) => {
  expect(brokenCitations(text, known)).toEqual([id]);
});
