import { cleanText, type EditVerdict, judgeEdit } from '@samtal/realtime-text';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import { exchange, idOf } from '../second-call/calls.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';
import type { ThreePeopleState } from '../state/three-people-state.ts';
import { REFUSAL_NOTICE_ID } from '../text/text-steps.ts';
import { earlierLength } from './earlier-part.ts';
import { type ClientStep, type Context, onBehind, partsWith, resumeBoth, withThree } from './steps.ts';

type InSight = Extract<ThreePeopleState, { phase: 'asking' | 'together' }>;
type Edited = Extract<ClientEvent, { type: 'textEdited' }>;

/** Requests that would have to mean something for each of the two others, and are not offered (ADR 33). */
const REFUSED: readonly ClientEvent['type'][] = ['mediumRequested', 'transferOrdered'];

/** Undoes an edit of the call that is not allowed for the other one, and tells the user why. */
function refuse(state: ClientState, edited: string, code: Exclude<EditVerdict, 'accepted'>): ClientStep {
  const refused = <Parts extends CallParts>(parts: Parts): Parts =>
    idOf(parts) === edited ? { ...parts, text: { ...parts.text, wasRefused: true } } : parts;
  const { behind } = state;
  return {
    state: { ...refused(state), ...(behind && { behind: refused(behind) }) },
    effects: [{ do: 'showNotice', notice: { id: REFUSAL_NOTICE_ID, code } }],
  };
}

/**
 * The user has written to both. Each call keeps what was written in it before there were three: the other reader never sees
 * that part, and it is not changed for them. What is not allowed for one of both is done for neither.
 */
function edit(state: ClientState, three: InSight, event: Edited, { inner }: Context): ClientStep {
  const { before } = three;
  const edited = event.callId ?? idOf(state);
  const [other] = Object.keys(before).filter((id) => id !== edited);
  const outbox = partsWith(state, edited)?.text.outbox;
  const otherOutbox = other === undefined ? undefined : partsWith(state, other)?.text.outbox;
  const write = (): ClientStep => inner(state, { ...event, callId: edited });
  if (other === undefined || outbox === undefined || otherOutbox === undefined) return write();
  const text = cleanText(event.value);
  if (judgeEdit(outbox, text) !== 'accepted') return write();
  const length = earlierLength(outbox.target, before[edited] ?? 0, text);
  const value = otherOutbox.target.slice(0, before[other]) + text.slice(length);
  const verdict = judgeEdit(otherOutbox, value);
  if (verdict !== 'accepted') return refuse(state, edited, verdict);
  const written = continueWith(write(), (after) =>
    withThree(after, { ...three, before: { ...before, [edited]: length } }),
  );
  return value === otherOutbox.target
    ? written
    : continueWith(written, (after) => inner(after, { type: 'textEdited', callId: other, value }));
}

/**
 * What a request of the user means while both calls are in sight; undefined = the same as in any call.
 */
export function stepInSight(
  state: ClientState,
  three: InSight,
  event: ClientEvent,
  context: Context,
): ClientStep | undefined {
  const { behind } = state;
  if (behind === undefined) return undefined;
  if (REFUSED.includes(event.type)) return { state, effects: [] };
  switch (event.type) {
    case 'textEdited':
      return edit(state, three, event, context);
    case 'holdRequested':
      // A new hold is refused before.
      return resumeBoth(state, context);
    case 'swapRequested':
      // Neither call waits: only their places on the screen change.
      return exchange(state, behind);
    case 'knockRequested':
      return continueWith(context.inner(state, event), (after) => onBehind(after, event, context.now));
    case 'hangUpRequested':
      return continueWith(onBehind(state, event, context.now), (after) => context.inner(after, event));
    default:
      return undefined;
  }
}
