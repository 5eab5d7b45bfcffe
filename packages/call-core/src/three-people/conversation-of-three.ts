import { idOf } from '../second-call/calls.ts';
import type { ClientState } from '../state/client-state.ts';
import type { TimedRun } from '../state/text-state.ts';
import { conversationOf } from '../views/conversation.ts';

/** Text of one author that stands together; `by` is the address of a remote user, absent for the own user. */
export type AuthoredRun = TimedRun & { readonly by?: string };

/** The runs of a call, with the address of the remote user as the author of theirs. */
function authored(parts: Pick<ClientState, 'call' | 'text'>): readonly AuthoredRun[] {
  const by = 'call' in parts.call ? parts.call.call.remoteUser.address : '';
  return conversationOf(parts.text).map((run) => (run.author === 'own' ? run : { ...run, by }));
}

/**
 * The conversation of three people in the order in which its runs began (decision D102; RFC 9071 presents each writer's
 * text as a stretch of its own). Own text goes to both calls, and is taken from the first one. Each remote user's text has
 * been decoded by its own call, so what one erases is never another's.
 */
export function conversationOfThree(state: ClientState): readonly AuthoredRun[] {
  const { three, behind } = state;
  if (three?.phase !== 'together' || behind === undefined) return authored(state);
  const [first, second] = idOf(state) === three.callId ? [state, behind] : [behind, state];
  const others = authored(second).filter(({ by }) => by !== undefined);
  return [...authored(first), ...others].toSorted((one, two) => one.beganAt - two.beganAt);
}
