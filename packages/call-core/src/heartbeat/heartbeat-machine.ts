import { TICK_MS } from '../limits.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import { stay } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { Heartbeat, HeartbeatState } from '../state/heartbeat-state.ts';
import { HEARTBEATS } from '../state/heartbeat-state.ts';

export const initialHeartbeat: HeartbeatState = { isRunning: false };

/**
 * The heartbeats that are due between two tick counts, each at most once. Several ticks may have passed,
 * because browsers delay the timers of a hidden page.
 */
export const beatsBetween = (before: number, after: number): readonly Heartbeat[] =>
  HEARTBEATS.filter((every) => Math.floor(after / every) > Math.floor(before / every));

const start = (now: number): Step<HeartbeatState> => ({
  state: { isRunning: true, startedAt: now, ticks: 0 },
  effects: [{ do: 'startTimer', timer: 'heartbeat', delayMs: TICK_MS }],
});

/** Counts seconds from login to logout (STATE-36). */
export function stepHeartbeat(state: HeartbeatState, event: ClientEvent, now: number): Step<HeartbeatState> {
  if (event.type === 'started') return start(now);
  if (!state.isRunning || event.type !== 'timerFired' || event.timer !== 'heartbeat') return stay(state);
  const { startedAt } = state;
  const ticks = Math.floor((now - startedAt) / TICK_MS);
  // The system clock was set back.
  if (ticks < state.ticks) return start(now);
  const beats = beatsBetween(state.ticks, ticks).map((every): ClientEffect => ({ do: 'beat', every }));
  const delayMs = startedAt + (ticks + 1) * TICK_MS - now;
  return {
    state: { isRunning: true, startedAt, ticks },
    effects: [{ do: 'startTimer', timer: 'heartbeat', delayMs }, ...beats],
  };
}
