import { type ChangeBus, createChangeBus } from '../change-bus.ts';
import { ATTEMPT_LIMITS, SHORT_LIVED_LIMITS } from '../limits/limits.ts';
import { type Attempts, createOwnAttempts } from './attempts.ts';
import { createOwnLeadership, type Leadership } from './leadership.ts';
import { createOwnQuestions, type Questions } from './questions.ts';
import { createOwnShortLived, type ShortLived } from './short-lived.ts';
import { createOwnTurns, type Turns } from './turns.ts';

/**
 * What the server processes on one database tell each other and count together (decision D105). It has two adapters:
 * the memory of the only process (below), and PostgreSQL (`storage/coordination/`).
 */
export type Coordination = {
  readonly changes: ChangeBus;
  readonly attempts: Attempts;
  readonly shortLived: ShortLived;
  readonly leadership: Leadership;
  readonly questions: Questions;
  readonly turns: Turns;
};

/**
 * For a server that is one process.
 * @param elapsedMs monotonic milliseconds
 * @param name random
 */
export const createOwnCoordination = (elapsedMs: () => number, name: string): Coordination => ({
  changes: createChangeBus(),
  attempts: createOwnAttempts(elapsedMs, ATTEMPT_LIMITS.keys),
  shortLived: createOwnShortLived(elapsedMs, SHORT_LIVED_LIMITS, name),
  leadership: createOwnLeadership(),
  questions: createOwnQuestions(),
  turns: createOwnTurns(),
});
