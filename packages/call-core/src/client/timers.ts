import type { Clock } from '../ports.ts';
import type { ClientEffect, TimerName } from '../protocol/client-effects.ts';

/** A timer of the call in front, or of the connection, has no `callId`; one of the call behind has its ID. */
type Named = { readonly timer: TimerName; readonly callId?: string | undefined };

/** The running timers of the core. Each runs at most once at a time. */
export type Timers = {
  start(named: Named, delayMs: number): void;
  stop(named: Named): void;
  exchange(calls: Extract<ClientEffect, { do: 'exchangeTimers' }>): void;
  stopAllOf(callId: string): void;
};

export function createTimers(
  clock: Clock,
  onFired: (timer: TimerName, callId: string | undefined) => void,
): Timers {
  const running = new Set<{ readonly timer: TimerName; callId: string | undefined; stop: () => void }>();
  const stopWhere = (isMeant: (named: Named) => boolean): void => {
    for (const each of running)
      if (isMeant(each)) {
        each.stop();
        running.delete(each);
      }
  };
  const stop: Timers['stop'] = ({ timer, callId }) =>
    stopWhere((each) => each.timer === timer && each.callId === callId);
  return {
    start(named, delayMs) {
      stop(named);
      const { timer, callId } = named;
      const started = {
        timer,
        callId,
        stop: clock.setTimer(delayMs, () => {
          running.delete(started);
          onFired(timer, started.callId);
        }),
      };
      running.add(started);
    },
    stop,
    exchange({ timers, front, behind }) {
      for (const each of running)
        if (timers.includes(each.timer))
          if (each.callId === undefined) each.callId = front;
          else if (each.callId === behind) each.callId = undefined;
    },
    stopAllOf: (callId) => stopWhere((each) => each.callId === callId),
  };
}
