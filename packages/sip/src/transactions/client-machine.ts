import type { SipResponse } from '../message.ts';
import { isSuccess } from '../response.ts';

/**
 * INVITE and non-INVITE client transactions (RFC 3261 §17.1, RFC 6026 §7.2) on a reliable transport: no timer
 * A or E repeats the request, and timers D and K are zero. `accepted` stays open to pass on further 2xx.
 * CANCEL may be sent only after a provisional answer (§9.1): `cancelPending` waits for a provisional answer,
 * in `cancelling` CANCEL has been sent.
 */
export type ClientState =
  | 'calling'
  | 'cancelPending'
  | 'proceeding'
  | 'cancelling'
  | 'accepted'
  | 'terminated';

export type ClientEvent =
  | { readonly type: 'response'; readonly response: SipResponse }
  | { readonly type: 'cancelled' }
  | { readonly type: 'timerFired' }
  | { readonly type: 'flowLost' };

type ClientEffect =
  | { readonly do: 'pass'; readonly response: SipResponse }
  /** ACK for a final answer other than 2xx (§17.1.1.3). */
  | { readonly do: 'ack'; readonly response: SipResponse }
  | { readonly do: 'sendCancel' }
  | { readonly do: 'restartTimer' }
  | { readonly do: 'stopTimer' }
  | { readonly do: 'timedOut' }
  | { readonly do: 'flowLost' };

type Step = { readonly state: ClientState; readonly effects: readonly ClientEffect[] };

const stay = (state: ClientState): Step => ({ state, effects: [] });

function stepProvisional(state: ClientState, pass: ClientEffect, isInvite: boolean): Step {
  if (!isInvite) return { state: 'proceeding', effects: [pass] };
  // A provisional answer does not extend the wait after CANCEL: the timer of 64·T1 goes on (§9.1).
  if (state === 'cancelling') return { state, effects: [pass] };
  if (state === 'cancelPending') return startCancelling([pass]);
  // A provisional answer stops timer B: the transaction does not limit how long the callee rings (§17.1.1.2).
  return { state: 'proceeding', effects: [{ do: 'stopTimer' }, pass] };
}

const startCancelling = (more: readonly ClientEffect[]): Step => ({
  state: 'cancelling',
  effects: [{ do: 'restartTimer' }, { do: 'sendCancel' }, ...more],
});

function stepResponse(state: ClientState, response: SipResponse, isInvite: boolean): Step {
  const pass: ClientEffect = { do: 'pass', response };
  const isAccepted = isSuccess(response);
  if (state === 'accepted') return { state, effects: isAccepted ? [pass] : [] };
  if (response.status < 200) return stepProvisional(state, pass, isInvite);
  if (!isInvite) return { state: 'terminated', effects: [{ do: 'stopTimer' }, pass] };
  if (isAccepted) return { state: 'accepted', effects: [{ do: 'restartTimer' }, pass] };
  return { state: 'terminated', effects: [{ do: 'stopTimer' }, { do: 'ack', response }, pass] };
}

function stepCancelled(state: ClientState, isInvite: boolean): Step {
  if (isInvite && state === 'calling') return stay('cancelPending');
  return isInvite && state === 'proceeding' ? startCancelling([]) : stay(state);
}

export function stepClient(state: ClientState, event: ClientEvent, isInvite: boolean): Step {
  if (state === 'terminated') return stay(state);
  const isAnswered = state === 'accepted';
  if (event.type === 'response') return stepResponse(state, event.response, isInvite);
  if (event.type === 'cancelled') return stepCancelled(state, isInvite);
  if (event.type === 'timerFired') {
    return { state: 'terminated', effects: isAnswered ? [] : [{ do: 'timedOut' }] };
  }
  const ended: ClientEffect[] = isAnswered ? [] : [{ do: 'flowLost' }];
  return { state: 'terminated', effects: [{ do: 'stopTimer' }, ...ended] };
}
