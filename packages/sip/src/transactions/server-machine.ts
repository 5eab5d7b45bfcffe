import type { SipResponse } from '../message.ts';
import { isSuccess } from '../response.ts';

/**
 * INVITE and non-INVITE server transactions (RFC 3261 §17.2, RFC 6026 §7.1) on a reliable transport: no timer
 * G repeats the answer, and timers I and J are zero. `accepted` absorbs a retransmitted INVITE and sends
 * further 2xx; `completed` waits for ACK.
 */
export type ServerState = 'proceeding' | 'accepted' | 'completed' | 'terminated';

export type ServerEvent =
  | { readonly type: 'respond'; readonly response: SipResponse }
  | { readonly type: 'requestRepeated' }
  | { readonly type: 'ackReceived' }
  | { readonly type: 'timerFired' };

type ServerEffect =
  | { readonly do: 'send'; readonly response: SipResponse }
  | { readonly do: 'sendLast' }
  | { readonly do: 'startTimer' }
  | { readonly do: 'stopTimer' };

type Step = { readonly state: ServerState; readonly effects: readonly ServerEffect[] };

function respond(state: ServerState, response: SipResponse, isInvite: boolean): Step {
  const send: ServerEffect = { do: 'send', response };
  const isAccepted = isSuccess(response);
  if (state === 'accepted') return { state, effects: isAccepted ? [send] : [] };
  if (state !== 'proceeding') return { state, effects: [] };
  if (response.status < 200) return { state, effects: [send] };
  if (!isInvite) return { state: 'terminated', effects: [send] };
  // The timer starts before the send: a server agent in this process may send ACK immediately.
  return { state: isAccepted ? 'accepted' : 'completed', effects: [{ do: 'startTimer' }, send] };
}

const stay = (state: ServerState): Step => ({ state, effects: [] });

export function stepServer(state: ServerState, event: ServerEvent, isInvite: boolean): Step {
  if (event.type === 'respond') return respond(state, event.response, isInvite);
  if (event.type === 'timerFired') return stay('terminated');
  if (event.type === 'ackReceived') {
    return state === 'completed' ? { state: 'terminated', effects: [{ do: 'stopTimer' }] } : stay(state);
  }
  return state === 'proceeding' || state === 'completed'
    ? { state, effects: [{ do: 'sendLast' }] }
    : stay(state);
}
