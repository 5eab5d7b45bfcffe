import type { SipResponse } from '../message.ts';

/**
 * INVITE and non-INVITE client transactions (RFC 3261 §17.1, RFC 6026 §7.2) on a transport that loses nothing, so
 * that nothing is sent twice and timers A, D, E and K are zero. `accepted` lives on to pass further 2xx upward.
 */
export type ClientState = 'calling' | 'proceeding' | 'accepted' | 'terminated';

export type ClientEvent = { readonly type: 'response'; readonly response: SipResponse } | { readonly type: 'timerFired' } | { readonly type: 'flowLost' };

export type ClientEffect =
  | { readonly do: 'pass'; readonly response: SipResponse }
  /** ACK for a final answer other than 2xx (§17.1.1.3). */
  | { readonly do: 'ack'; readonly response: SipResponse }
  | { readonly do: 'restartTimer' }
  | { readonly do: 'stopTimer' }
  | { readonly do: 'timedOut' }
  | { readonly do: 'flowLost' };

type Step = { readonly state: ClientState; readonly effects: readonly ClientEffect[] };

export function stepClient(state: ClientState, event: ClientEvent, isInvite: boolean): Step {
  if (state === 'terminated') return { state, effects: [] };
  if (event.type === 'flowLost') {
    return { state: 'terminated', effects: state === 'accepted' ? [{ do: 'stopTimer' }] : [{ do: 'stopTimer' }, { do: 'flowLost' }] };
  }
  if (event.type === 'timerFired') return { state: 'terminated', effects: state === 'accepted' ? [] : [{ do: 'timedOut' }] };

  const { response } = event;
  const pass: ClientEffect = { do: 'pass', response };
  if (state === 'accepted') return { state, effects: response.status >= 200 && response.status < 300 ? [pass] : [] };
  if (response.status < 200) {
    // A provisional answer stops timer B; how long ringing may last is not the transaction's business (§17.1.1.2).
    return { state: 'proceeding', effects: isInvite ? [{ do: 'stopTimer' }, pass] : [pass] };
  }
  if (!isInvite) return { state: 'terminated', effects: [{ do: 'stopTimer' }, pass] };
  if (response.status < 300) return { state: 'accepted', effects: [{ do: 'restartTimer' }, pass] };
  return { state: 'terminated', effects: [{ do: 'stopTimer' }, { do: 'ack', response }, pass] };
}
