import { codePointsIn } from './code-points.ts';
import type { ExactSender } from './exact-sender.ts';
import type { ExactText } from './exact-text.ts';
import { initialExactText } from './exact-text.ts';
import { MOST_KEPT } from './limits.ts';

/**
 * What outlives a reload of the page, as plain data: the kept text of this side, and the positions of both directions
 * in code points. The ids of `chunks` are those of the outbox, which must be stored with it.
 */
export type ExactSnapshot = {
  readonly chunks: ExactSender['chunks'];
  readonly end: number;
  readonly reported: number;
  readonly highest: number;
  readonly have: number;
};

export const snapshotOf = ({ sender, have }: ExactText): ExactSnapshot => {
  const { chunks, end, reported, highest } = sender;
  return { chunks, end, reported, highest, have };
};

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function isChunk(value: unknown): value is ExactSender['chunks'][number] {
  const { chunkId, start, end, characters } = (value ?? {}) as Record<string, unknown>;
  const arePositions = isPosition(chunkId) && isPosition(start) && isPosition(end);
  return arePositions && typeof characters === 'string' && codePointsIn(characters) === end - start;
}

/** Whether the chunks follow each other up to `end`, and hold all that was written and not reported. */
function isWhole({ chunks, end, reported, highest }: ExactSnapshot): boolean {
  const isJoined = chunks.every((chunk, index) => chunk.end === (chunks[index + 1]?.start ?? end));
  const isInOrder = reported <= highest && highest <= end;
  return isJoined && isInOrder && end - (chunks[0]?.start ?? end) <= MOST_KEPT;
}

/**
 * The state of a call that goes on after a reload; no wire is in use yet.
 * @returns undefined if `value` is not a snapshot of {@link snapshotOf}
 */
export function restoreExactText(value: unknown): ExactText | undefined {
  const { chunks, end, reported, highest, have } = (value ?? {}) as Record<string, unknown>;
  if (!Array.isArray(chunks) || !chunks.every(isChunk)) return undefined;
  if (!isPosition(end) || !isPosition(reported) || !isPosition(highest) || !isPosition(have))
    return undefined;
  const snapshot: ExactSnapshot = { chunks, end, reported, highest, have };
  if (!isWhole(snapshot)) return undefined;
  return {
    ...initialExactText,
    have,
    sender: { chunks, end, reported, highest, written: Math.max(reported, chunks[0]?.start ?? end) },
  };
}
