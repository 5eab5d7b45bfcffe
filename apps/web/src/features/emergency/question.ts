import { createStore } from '../../client/store/store.ts';
import type { How } from './emergency-calls.ts';

/** What the user is asked before an emergency call. */
export type Question = {
  readonly numbers: readonly string[];
  /** The address that is called, where it is not the number that is pressed. */
  readonly target?: string;
  /** What is chosen when the question opens. */
  readonly how?: How;
};

/** The open question. It belongs to no page and to no screen of a call, so that it stays when these change. */
export const question = createStore<Question | undefined>(undefined);
