import { restoreExactText, snapshotOf } from './exact-snapshot.ts';
import { firstUnsentIn, initialExactText, isUnreported, stepExactText } from './exact-text.ts';

/**
 * The machine of text that both ends count, and what outlives a reload of it (decision D82). It is an entry of its own,
 * `@samtal/realtime-text/exact`, because only clients that keep calls load it.
 */
export const exactTextMachine = {
  initialExactText,
  isUnreported,
  firstUnsentIn,
  stepExactText,
  snapshotOf,
  restoreExactText,
} as const;

export type ExactTextMachine = typeof exactTextMachine;
