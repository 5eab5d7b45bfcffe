import type { TextState } from '../state/text-state.ts';

/**
 * The text of a call as plain data, for a page that takes the call up after a reload (decision D81). Only this
 * file and `restore-text.ts` know what is in it.
 */
export const snapshotText = ({ conversation, incomingCut, outbox }: TextState): unknown => ({
  conversation,
  incomingCut,
  outbox,
});
