import type { ClientEvent } from '../protocol/client-events.ts';
import type { FetchedSecondCall } from '../second-call/second-call-code.ts';
import type { ClientState } from '../state/client-state.ts';

/** Events after which an INVITE that was held back is not waited for any more. */
const CUTS: readonly ClientEvent['type'][] = [
  'connectionLost',
  'browserOffline',
  'pageHidden',
  'stopRequested',
];

/**
 * Holds back the first INVITE during a call, and what follows it, until the code for two calls is loaded. Without the
 * code it is refused as if there were none (decision D34).
 */
export function createSecondInvites(
  code: FetchedSecondCall | undefined,
  deliver: (event: ClientEvent) => void,
) {
  let held: ClientEvent[] = [];
  let hasFailed = false;

  async function load(): Promise<void> {
    await code?.fetch();
    hasFailed = code?.get() === undefined;
    const due = held;
    held = [];
    for (const event of due) deliver(event);
    hasFailed = false;
  }

  const isHeld = (event: ClientEvent): boolean =>
    'callId' in event && held.some((other) => 'callId' in other && other.callId === event.callId);

  return {
    /** The events that are due now. */
    pass(event: ClientEvent, { call, settings }: ClientState): readonly ClientEvent[] {
      if (code === undefined || hasFailed || code.get() !== undefined) return [event];
      if (CUTS.includes(event.type)) return [...held.splice(0), event];
      const isSecond =
        event.type === 'inviteReceived' &&
        settings?.secondCall === true &&
        call.phase === 'accepted' &&
        call.call.callId !== event.callId;
      if (!isSecond && !isHeld(event)) return [event];
      held.push(event);
      if (held.length === 1) void load();
      return [];
    },
  };
}
