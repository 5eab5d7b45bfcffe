import { isDealtWithElsewhere } from '../call/call-machine.ts';
import type { LaterSecondCall, SecondCallCode } from '../later/second-call-code.ts';
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

export function createSecondCaller(options: SecondCallerOptions): SecondCaller {
  const { later, getState, onLoaded, take, refuse } = options;
  let isLoaded = false;
  let held: Received | undefined;

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
    const { connection } = getState();
    held = invite;
    await load().catch(() => undefined);
    if (held !== invite) return;
    held = undefined;
    if (connection === getState().connection) take(invite);
    else miss(invite);
  }

  takeCode(later?.code);
  return {
    handle(event) {
      const { call, settings } = getState();
      const isSecond =
        event.type === 'inviteReceived' &&
        !isLoaded &&
        settings?.secondCall === true &&
        call.phase === 'accepted' &&
        call.call.callId !== event.callId;
      if (isSecond && held === undefined) void ringLater(event);
      else if (held !== undefined && 'callId' in event && event.callId === held.callId) {
        const gone = held;
        held = undefined;
        if (event.type !== 'inviteCancelled' || !isDealtWithElsewhere(event.cause)) miss(gone);
      } else take(event);
    },
    load,
  };
}
