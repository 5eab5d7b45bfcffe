import type { CallClient, Clock } from '@samtal/call-core';
import type { SentOutcome, TextCarrier, TextWatch } from '../ports/text-watch.ts';
import { createStore, type Store } from '../store/store.ts';

/**
 * UTF-16 units of one call that are kept; they hold the 10,000 characters that are listed at least. Up to twice as many
 * are kept for a moment, so that not each message moves the others.
 */
const KEPT_UNITS = 20_000;

/** One message with text, as the wire carried it. */
export type TextMessage = {
  readonly isOwn: boolean;
  readonly carrier: TextCarrier;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The end of the message, if it is very long. */
  readonly characters: string;
  /** Both ends count the text (decision D82). */
  readonly isCounted: boolean;
  /** False = the message is too long, and its reader sees one U+FFFD in its place. */
  readonly isRead: boolean;
  /** Number of the message in its direction, from 1. */
  readonly number: number;
  /** Code points of the whole message, and of all messages of the call up to its end. */
  readonly size: number;
  readonly total: number;
  /** Absent while it is unknown, and for received messages. */
  outcome?: SentOutcome;
};

/** The newest messages of one call, of both directions, in the order in which they were sent and received. */
export type TextRecord = {
  /** When the call began, and when the record did: later if the page was loaded anew; ms since the epoch. */
  readonly beganAt: number;
  readonly recordedFrom: number;
  readonly messages: () => readonly TextMessage[];
  /** Changes with each message and each outcome. */
  readonly changes: Store<number>;
};

export type TextRecords = {
  /** The record of a call; undefined if there is none. */
  of(callId: string): TextRecord | undefined;
  /** Begins or continues the record of a call, on a new text transport. */
  watch(callId: string, isCounted: boolean): TextWatch;
};

function createRecord(beganAt: number, recordedFrom: number) {
  let messages: TextMessage[] = [];
  let units = 0;
  let total = 0;
  let own = 0;
  let other = 0;
  const changes = createStore(0);

  return {
    beganAt,
    recordedFrom,
    messages: () => messages,
    changes,
    wasSeen: false,
    changed: () => changes.set(changes.get() + 1),
    add(given: Omit<TextMessage, 'number' | 'size' | 'total' | 'outcome'>): TextMessage {
      const characters = given.characters.slice(-KEPT_UNITS);
      const size = Array.from(given.characters).length;
      total += size;
      const message = { ...given, characters, number: given.isOwn ? ++own : ++other, size, total };
      if (size) messages.push(message);
      units += characters.length;
      if (units > 2 * KEPT_UNITS) {
        units = 0;
        const first = messages.findLastIndex((each) => (units += each.characters.length) >= KEPT_UNITS);
        messages = messages.slice(first);
      }
      this.changed();
      return message;
    },
  };
}

/**
 * Records what text transports carry, in memory alone. A record lives as long as its call is on the screen: during the
 * call, and on the screen after its end.
 */
export function createTextRecords(
  client: Pick<CallClient, 'getState' | 'subscribe'>,
  clock: Pick<Clock, 'now'>,
): TextRecords {
  const records = new Map<string, ReturnType<typeof createRecord>>();

  client.subscribe(() => {
    const { call, behind } = client.getState();
    const shown = [call, behind?.call].map(
      (each) => each && 'call' in each && each.phase !== 'completed' && each.call.callId,
    );
    for (const [callId, record] of records) {
      // A call to which the user is transferred is not in the state yet.
      if (shown.includes(callId)) record.wasSeen = true;
      else if (record.wasSeen || call.phase === 'idle') records.delete(callId);
    }
  });

  return {
    of: (callId) => records.get(callId),
    watch(callId, isCounted) {
      const { call } = client.getState();
      const now = clock.now();
      const isOfEarlierPage = call.phase === 'accepted' && call.call.callId === callId;
      const record = records.get(callId) ?? createRecord(isOfEarlierPage ? call.acceptedAt : now, now);
      records.set(callId, record);
      const add = (isOwn: boolean, carrier: TextCarrier, characters: string, isRead = true) =>
        record.add({ isOwn, carrier, at: clock.now(), characters, isCounted, isRead });
      return {
        sent(carrier, characters) {
          const message = add(true, carrier, characters);
          return (outcome) => {
            message.outcome = outcome;
            record.changed();
          };
        },
        received: (...given) => void add(false, ...given),
      };
    },
  };
}
