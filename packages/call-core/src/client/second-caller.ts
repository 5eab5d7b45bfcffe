import { isDealtWithElsewhere } from '../call/call-machine.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import type { LaterSecondCall, SecondCallCode } from '../later/second-call-code.ts';
import type { RemoteUser } from '../ports.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallIdentity } from '../state/call-state.ts';
import type { ClientState } from '../state/client-state.ts';

type Received = Extract<ClientEvent, { type: 'inviteReceived' }>;

export type SecondCallerOptions = {
  /** The code for two calls, which is loaded when the first INVITE comes during a call; absent = one call at a time. */
  readonly later: LaterSecondCall | undefined;
  readonly getState: () => ClientState;
  /** Called once, when the code is there. */
  readonly onLoaded: (code: SecondCallCode) => void;
  /** Processes an event. */
  readonly take: (event: ClientEvent) => void;
  /** The call is refused as if there were no code for two calls (decision D34). */
  readonly refuse: (call: CallIdentity) => void;
};

/** Holds the first INVITE during a call until the code for two calls is loaded (decision D85). */
export type SecondCaller = {
  /** Processes an event, unless it is that INVITE or comes from its caller while it is held. */
  handle(event: ClientEvent): void;
  /** Loads the code, unless it is there; rejects if that fails. */
  readonly load: () => Promise<void>;
};

/** Whether the emergency service calls back while another call is set up, which makes room for it (decision D89). */
function needsRoom({ call, behind, settings }: ClientState, { from }: Received): boolean {
  const isForHelp = ({ address }: RemoteUser): boolean =>
    isEmergency(address, settings?.emergencyNumbers ?? []);
  return (
    (call.phase === 'calling' || call.phase === 'establishing') &&
    behind?.call.phase !== 'accepted' &&
    isForHelp(from) &&
    !isForHelp(call.call.remoteUser)
  );
}

export function createSecondCaller(options: SecondCallerOptions): SecondCaller {
  const { later, getState, onLoaded, take, refuse } = options;
  let isLoaded = false;
  /** What rings when the code is there, each with the connection on which it came. */
  const held = new Map<string, readonly [Received, ClientState['connection']]>();

  function takeCode(code: SecondCallCode | undefined): void {
    if (code === undefined || isLoaded) return;
    isLoaded = true;
    onLoaded(code);
  }

  async function load(): Promise<void> {
    if (!isLoaded) takeCode(await later?.load());
  }

  /** Refuses the call without ringing, and counts it as missed. */
  function miss({ callId, from: remoteUser }: Received): void {
    refuse({ callId, direction: 'incoming', remoteUser });
  }

  /** The INVITE rings when the code is loaded, unless its caller has gone or the connection was lost. */
  async function ringLater(invite: Received): Promise<void> {
    held.set(invite.callId, [invite, getState().connection]);
    await load().catch(() => undefined);
    for (const [callId, [each, connection]] of held) {
      held.delete(callId);
      if (connection === getState().connection) take(each);
      else miss(each);
    }
  }

  /** Whether this INVITE waits for the code: the first one, and each of the emergency service. */
  function mustWait(event: Received): boolean {
    const { call, settings } = getState();
    return (
      !isLoaded &&
      settings?.secondCall === true &&
      call.phase === 'accepted' &&
      call.call.callId !== event.callId &&
      (held.size === 0 || isEmergency(event.from.address, settings.emergencyNumbers))
    );
  }

  takeCode(later?.code);
  return {
    handle(event) {
      const isInvite = event.type === 'inviteReceived';
      const [gone] = ('callId' in event && event.callId !== undefined && held.get(event.callId)) || [];
      if (gone !== undefined) {
        held.delete(gone.callId);
        if (event.type !== 'inviteCancelled' || !isDealtWithElsewhere(event.cause)) miss(gone);
      } else if (isInvite && mustWait(event)) void ringLater(event);
      else {
        if (isInvite && needsRoom(getState(), event)) take({ type: 'callsLeft' });
        take(event);
      }
    },
    load,
  };
}
