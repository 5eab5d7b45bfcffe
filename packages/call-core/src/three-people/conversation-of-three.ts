import type { RemoteUser } from '../ports.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';
import type { TimedRun } from '../state/text-state.ts';
import type { Span } from '../state/three-people-state.ts';
import { conversationOf } from '../views/conversation.ts';

/** Text of one author that stands together; `by` is the remote user who wrote it, absent for the own user. */
export type AuthoredRun = TimedRun & { readonly by?: RemoteUser };

/** What is needed of a call for its text. */
export type CallText = Pick<CallParts, 'call' | 'text'>;

/** The runs of a call, with the remote user as the author of theirs. */
function authored({ call, text }: CallText): readonly AuthoredRun[] {
  if (!('call' in call)) return conversationOf(text);
  const by = call.call.remoteUser;
  return conversationOf(text).map((run) => (run.author === 'own' ? run : { ...run, by }));
}

/** The own runs up to this number of UTF-16 units, without the parts that the other call has, too. */
function ownUntil(
  runs: readonly AuthoredRun[],
  units: number,
  shared: readonly Span[],
): readonly AuthoredRun[] {
  let at = 0;
  return runs.flatMap((run) => {
    if (run.author !== 'own') return [];
    const start = at;
    at += run.text.length;
    const inRun = (place: number): number => Math.max(0, place - start);
    const text = shared.reduceRight(
      (rest, [from, to]) => rest.slice(0, inRun(from)) + rest.slice(inRun(to)),
      run.text.slice(0, inRun(units)),
    );
    return text === '' ? [] : [{ ...run, text }];
  });
}

/**
 * The conversation of three people in the order in which its runs began (decision D102; RFC 9071 presents each writer's
 * text as a stretch of its own). Each remote user's text has been decoded by its own call, so what one erases is never
 * another's. Own text is in both calls, and is taken from `first`.
 * @param before how much own text `second` had before there were three: it is in that call alone
 * @param shared parts of that text that are in both calls, because they were in sight before
 */
export function conversationOfThree(
  first: CallText,
  second: CallText,
  before: number,
  shared: readonly Span[] = [],
): readonly AuthoredRun[] {
  const others = authored(second);
  return [
    ...authored(first),
    ...ownUntil(others, before, shared),
    ...others.filter(({ author }) => author !== 'own'),
  ].toSorted((one, two) => one.beganAt - two.beganAt);
}

/** The conversation of both calls, if both are in sight; else that of the call in front. */
export function conversationInSight(state: ClientState): readonly AuthoredRun[] {
  const { three, behind } = state;
  if (three === undefined || !('before' in three) || behind === undefined) return authored(state);
  const isFirst = 'call' in state.call && state.call.call.callId === three.callId;
  const [first, second] = isFirst ? [state, behind] : [behind, state];
  const { before, shared, otherId } = three;
  return conversationOfThree(first, second, before[otherId] ?? 0, shared?.[otherId]);
}
