import { expect, test } from 'vitest';
import { createMailboxAdmission, createServiceAdmission } from './call-admission.ts';

const bobby = 'bobby@demo.example';

test('A-066 a refused caller of the mailbox gets 480 with the seconds until a call is possible', () => {
  let time = 0;
  const admit = createMailboxAdmission({ calls: 8, minutesPerHour: 10 }, () => time);
  const ask = () => admit({ caller: 'alice@demo.example', callee: bobby });
  const refusals: unknown[] = [];
  for (let call = 0; call < 6; call++) {
    const admission = ask();
    time += 120_000;
    if (admission.isAdmitted) admission.release();
    else refusals.push(admission);
  }
  // A call takes 120 s, but only 100 s of the ten minutes are left; 20 s are refilled in two minutes.
  expect(refusals).toEqual([{ isAdmitted: false, status: 480, retryAfterSeconds: 120, reason: 'time' }]);
  expect([ask(), ask()].map(({ isAdmitted }) => isAdmitted)).toEqual([true, false]);
});

test('D28 a caller whose address cannot be parsed counts as anonymous', () => {
  const admit = createServiceAdmission(8);
  const callers = ['', 'anonymous@anonymous.invalid', 'anonymous-a@demo.example', 'alice@demo.example'];
  const admitted = callers.map((caller) => admit({ caller, callee: undefined }).isAdmitted);
  expect(admitted).toEqual([true, true, false, true]);
});
