import { initialOutbox, type OutboxState, stepOutbox } from '@samtal/realtime-text';
import type { TextState, TimedRun } from '../state/text-state.ts';
import { initialText } from './initial-text.ts';
import { withOwnText } from './timed-conversation.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

function isRun(value: unknown): value is TimedRun {
  const { author, text, beganAt } = fieldsOf(value);
  return (author === 'own' || author === 'other') && typeof text === 'string' && typeof beganAt === 'number';
}

const isRuns = (value: unknown): value is readonly TimedRun[] => Array.isArray(value) && value.every(isRun);

function isOutbox(value: unknown): value is OutboxState {
  const fields = fieldsOf(value);
  return (
    ['settled', 'sent', 'target'].every((name) => typeof fields[name] === 'string') &&
    ['awaited', 'doubts', 'history'].every((name) => Array.isArray(fields[name])) &&
    ['knocks', 'nextChunkId'].every((name) => typeof fields[name] === 'number')
  );
}

/**
 * The text of a snapshot, without a transport. What was on its way when the page went waits to be reported if the
 * next dialog goes on with its counts (decision D82), and is in doubt otherwise (D41); what was typed and not sent
 * waits to be sent. A snapshot of `snapshotText` that cannot be read is no text.
 */
export function restoreText(snapshot: unknown, now: number): TextState {
  const { conversation, incomingCut, outbox: saved } = fieldsOf(snapshot);
  if (!isRuns(conversation) || !isOutbox(saved) || typeof incomingCut !== 'number') return initialText;
  const { state: outbox } = stepOutbox(
    { ...initialOutbox, ...saved, isTimerRunning: false },
    { type: 'transportChanged', transport: { name: 'none' }, isExact: true, now },
  );
  return {
    ...initialText,
    conversation: withOwnText(conversation, outbox.target, now),
    incomingCut,
    outbox,
  };
}
