import { isEmergency } from '../geolocation/emergency.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import { stopTimersBehind } from '../second-call/calls.ts';
import type { ClientState } from '../state/client-state.ts';
import type { ThreePeopleState } from '../state/three-people-state.ts';
import { takeBack } from './inviter.ts';
import { BUSY, refuse } from './partner.ts';
import type { ClientStep, Context } from './steps.ts';

type Received = Extract<ClientEvent, { type: 'inviteReceived' }>;

/** Ends the question, or the call to the third user before it is answered; undefined = there are two calls by now. */
function giveUp(state: ClientState, three: ThreePeopleState, context: Context): ClientStep | undefined {
  if (three.phase === 'calling') return takeBack(state, three, context);
  return three.phase === 'asked' || three.phase === 'dialling'
    ? refuse(state, three, context.now, BUSY)
    : undefined;
}

/**
 * A call back of an emergency number rings in the place of the question, or of the call to the third user (decision D89);
 * undefined = it is none, or may not ring.
 */
export function ringInPlace(
  state: ClientState,
  three: ThreePeopleState,
  event: Received,
  context: Context,
): ClientStep | undefined {
  if (!isEmergency(event.from.address, state.settings?.emergencyNumbers ?? [])) return undefined;
  const over = giveUp(state, three, context);
  if (over === undefined) return undefined;
  // The place behind is free now: the call to the third user waits for no answer to its CANCEL there.
  const free = continueWith(over, (after) => ({
    state: { ...after, behind: undefined },
    effects: stopTimersBehind(after),
  }));
  const rung = continueWith(free, (after) => context.inner(after, event));
  return rung.state.behind?.call.phase === 'incoming' ? rung : undefined;
}
