import type { RefusalReason, RemoteOutcome } from '../state/call-state.ts';

export type Refusal = { readonly outcome: RemoteOutcome; readonly refusal?: RefusalReason };

/** The outcome of a call whose INVITE got a final answer other than 2xx. */
export function refusalOf(status: number): Refusal {
  switch (status) {
    case 404:
    case 410:
    case 484:
    case 604:
      return { outcome: 'unknownNumber' };
    case 408:
    case 487:
      return { outcome: 'rejectedRemote', refusal: 'noAnswer' };
    case 480:
      return { outcome: 'rejectedRemote', refusal: 'notReachable' };
    case 486:
    case 600:
      return { outcome: 'rejectedRemote', refusal: 'busy' };
    case 488:
      return { outcome: 'failed' };
    default:
      if (status >= 500 && status < 600) return { outcome: 'failed' };
      return { outcome: 'rejectedRemote', refusal: 'couldNotAnswer' };
  }
}
