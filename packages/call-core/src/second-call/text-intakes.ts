import type { SecondCallCode } from '../later/second-call-code.ts';
import type { ClientState } from '../state/client-state.ts';
import { createTextIntake } from '../text/text-intake.ts';
import { idOf } from './calls.ts';

/** The state as it is for one of the calls; undefined if it has no such call. */
const seenBy = (state: ClientState, callId: string): ClientState | undefined => {
  if (idOf(state) === callId) return state;
  return state.behind !== undefined && idOf(state.behind) === callId
    ? { ...state, ...state.behind }
    : undefined;
};

/** Passes the text of each call on by itself, also when the calls change places. */
export const createTextIntakes: SecondCallCode['createTextIntakes'] = (clock, emit, first, state) => {
  const intakes = new Map([[idOf(state), first]]);
  return {
    take(event) {
      const { callId } = event;
      const intake = intakes.get(callId) ?? createTextIntake(clock, emit);
      intakes.set(callId, intake);
      intake.take(event);
    },
    drain(event, before, after) {
      for (const [callId, intake] of intakes) {
        const isOfOneCall = event.type === 'textTransportChanged' || event.type === 'callTakenUp';
        if (isOfOneCall && event.callId !== callId) continue;
        const was = seenBy(before, callId);
        const is = seenBy(after, callId);
        const unread = was && intake.drain(event, was, is ?? { ...after, call: { phase: 'idle' } });
        if (unread !== undefined) return unread;
        if (was === undefined && is === undefined) intakes.delete(callId);
      }
      return undefined;
    },
  };
};
