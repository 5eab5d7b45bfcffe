import type { CallClient } from '@samtal/call-core';
import { createTextRecords, type TextRecords } from '../client/characters/text-records.ts';

/** One message of a call whose characters are listed: characters, and what became of them if they were sent. */
export type WrittenMessage = readonly ['sent' | 'received', string, ('taken' | 'lost' | 'away')?];

/** What is typed and received in the scenes: every kind of character that the list has words for. */
export const writtenMessages: readonly WrittenMessage[] = [
  ['sent', '\uFEFF'],
  ['received', '\uFEFF'],
  ['sent', 'Hi 👩\u200D🚀', 'taken'],
  ['received', 'e\u0301\u202Eabc\u202C\u0007'],
  ['sent', '\b\b\u2028', 'lost'],
  ['received', '\u001Ba\u009B31m\u0098x\u009C\r\n\uFFFD'],
  ['sent', 'ok', 'away'],
  ['sent', 'سلام'],
];

/** The record of the one call of a static client; the messages come a third of a second after each other. */
export function createWrittenRecords(
  client: Pick<CallClient, 'getState' | 'subscribe'>,
  messages: readonly WrittenMessage[],
): TextRecords {
  const { call } = client.getState();
  let now = call.phase === 'accepted' ? call.acceptedAt : Date.UTC(2026, 4, 4, 9, 30);
  const records = createTextRecords(client, { now: () => now });
  const watch = records.watch('call' in call ? call.call.callId : '', false);
  for (const [direction, characters, outcome] of messages) {
    now += 333;
    if (direction === 'received') watch.received('dataChannel', characters);
    else {
      const report = watch.sent('dataChannel', characters);
      if (outcome !== undefined) report(outcome);
    }
  }
  return records;
}
