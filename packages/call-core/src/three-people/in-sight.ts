import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import { exchange, idOf } from '../second-call/calls.ts';
import type { ClientState } from '../state/client-state.ts';
import type { ThreePeopleState } from '../state/three-people-state.ts';
import { type ClientStep, type Context, onBehind, partsWith } from './steps.ts';

type InSight = Extract<ThreePeopleState, { phase: 'asking' | 'together' }>;
type Edited = Extract<ClientEvent, { type: 'textEdited' }>;

/** Requests that would have to mean something for each of the two others, and are not offered (ADR 33). */
const REFUSED: readonly ClientEvent['type'][] = ['holdRequested', 'mediumRequested', 'transferOrdered'];

/**
 * The user has written to both. Each call keeps what was written in it before there were three: the other reader never sees
 * that part, and it is not changed for them.
 */
function edit(state: ClientState, { before }: InSight, event: Edited, { inner }: Context): ClientStep {
  const edited = event.callId ?? idOf(state);
  const [other] = Object.keys(before).filter((id) => id !== edited);
  const target = partsWith(state, edited)?.text.outbox.target;
  const otherTarget = other === undefined ? undefined : partsWith(state, other)?.text.outbox.target;
  const step = inner(state, { ...event, callId: edited });
  if (other === undefined || target === undefined || otherTarget === undefined) return step;
  const earlier = target.slice(0, before[edited]);
  const shared = event.value.startsWith(earlier) ? event.value.slice(earlier.length) : '';
  const value = otherTarget.slice(0, before[other]) + shared;
  return continueWith(step, (after) => inner(after, { type: 'textEdited', callId: other, value }));
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
