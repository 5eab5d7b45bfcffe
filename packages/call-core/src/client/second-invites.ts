import type { ClientEvent } from '../protocol/client-events.ts';
import type { LaterSecondCall, SecondCallCode } from '../second-call/second-call-code.ts';
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
  later: LaterSecondCall | undefined,
  deliver: (event: ClientEvent) => void,
  use: (code: SecondCallCode) => void,
) {
  let held: ClientEvent[] = [];
  let isOpen = later === undefined;

  async function load(): Promise<void> {
    let isLoaded = true;
    await later?.load().then(use, () => {
      isLoaded = false;
    });
    isOpen = true;
    for (const event of held.splice(0)) deliver(event);
    isOpen = isLoaded;
  }

  if (later?.code !== undefined) {
    isOpen = true;
    use(later.code);
  }

  return {
    /** The events that are due now. */
    pass(event: ClientEvent, { call, settings }: ClientState): readonly ClientEvent[] {
      if (isOpen) return [event];
      if (CUTS.includes(event.type)) return [...held.splice(0), event];
      const { callId } = event as { readonly callId?: string };
      const isHeld =
        event.type === 'inviteReceived'
          ? settings?.secondCall === true && call.phase === 'accepted' && call.call.callId !== callId
          : held.some((other) => 'callId' in other && other.callId === callId);
      if (!isHeld) return [event];
      held = [...held, event];
      if (held.length === 1) void load();
      return [];
    },
  };
}
