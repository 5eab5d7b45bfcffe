import type { CallState } from '../state/call-state.ts';

/** State of the SIP session behind a call (STATE-25). */
export type SessionState = 'initial' | 'establishing' | 'established' | 'terminating' | 'terminated';

/**
 * The state of the SIP session behind `call`.
 * @returns undefined before the first call
 * @throws if `call` is in a phase that does not exist (STATE-30)
 */
export function sessionStateOf(call: CallState): SessionState | undefined {
  switch (call.phase) {
    case 'idle':
      return undefined;
    case 'incoming':
      return 'initial';
    case 'calling':
      return call.progress === 'inviting' || call.progress === 'ringing' ? 'establishing' : 'initial';
    case 'establishing':
      return 'establishing';
    case 'accepted':
      return 'established';
    case 'ending':
      return 'terminating';
    case 'ended':
    case 'completed':
      return 'terminated';
    default: {
      const { phase }: { readonly phase: string } = call;
      throw new Error(`unknown session state: ${phase}`);
    }
  }
}
