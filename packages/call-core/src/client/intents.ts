import { toneRefusal } from '../dtmf/tone.ts';
import type { DeviceKind, MediaKinds } from '../media-kinds.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import type { ClientState } from '../state/client-state.ts';
import type { Panel } from '../state/panels-state.ts';
import type { TransferOrder } from '../state/transfer-state.ts';
import type { ClientPorts } from '../ticket/tickets.ts';
import { type CallRequests, createCallId } from './call-requests.ts';

/** Requests of the user or the page. A request that is not possible in the current state does nothing. */
export type Intents = CallRequests & {
  /**
   * Connects and registers after login, so that the user can be called. Does nothing while another user is
   * started, until `stop` is done.
   */
  start(settings: ClientSettings): void;
  /**
   * Replaces the settings of the user who was started. The new settings hold for the next call; the
   * connection and a call in progress stay.
   */
  applySettings(settings: ClientSettings): void;
  /**
   * Before logout: ends the call, unregisters and closes the connection. Resolves when two waits are over:
   * for the server's answer, 2 s at most (REG-12), and for the end of the call to be shown (decision D37).
   */
  stop(): Promise<void>;
  /** Answers with the given media; without any, as set. */
  answer(media?: MediaKinds): void;
  /**
   * Declines the call; the caller reads `words`.
   * @param callId the call of a second caller; absent = the call in front
   */
  decline(words?: string, callId?: string): void;
  /** Answers the second caller (decision D85); the first call waits, or is ended. Media as for `answer`. */
  answerSecond(callId: string, firstCall: 'hold' | 'end', media?: MediaKinds): void;
  /** The call in front waits, and the waiting one comes to the front. */
  swapCalls(): void;
  /** Goes on with text in a call for which the browser denies camera and microphone (decision D32). */
  goOnWithText(): void;
  /** Adds sound or video to the call in progress (decision D33). */
  addMedium(kind: DeviceKind): void;
  /** Hides the message that the remote user has added a medium. */
  dismissAdded(): void;
  /**
   * Asks the remote user to call a third user, or answers such a question (decision D87). Rejects if the code for
   * it cannot be loaded.
   */
  transfer(order: TransferOrder): Promise<void>;
  /** Shares the user's screen in the call in progress, or stops sharing it (decision D88). */
  shareScreen(isShared: boolean): Promise<void>;
  /** Hides why the user's screen is not shared. */
  dismissScreenNotice(): void;
  /** Lets sound and video of the call in progress wait, or flow again (decision D84); text goes on. */
  setHeld(isHeld: boolean): void;
  cancel(): void;
  /** Ends the call with this ID; without one, the call in front. */
  hangUp(callId?: string): void;
  /** Closes the screen of an ended call. */
  dismiss(): void;
  /**
   * Takes the new content of the text field: sends the difference, or refuses the edit and keeps the old
   * content.
   * @param callId the call of the field, which may not be in front any more; absent = the call in front
   */
  editText(value: string, callId?: string): void;
  /** Sends BEL. */
  knock(): void;
  /** Sends `0`-`9`, `A`-`D`, `#`, `*`, or `,` (a pause) in a call; all else is refused (DTMF-01, DTMF-02). */
  sendTone(tone: string): void;
  toggleMicrophone(): void;
  toggleCamera(): void;
  toggleSound(): void;
  togglePanel(panel: Panel): void;
  /** Starts a new series of connection attempts immediately. */
  reconnect(): void;
};

export type IntentsOptions = {
  readonly ports: ClientPorts;
  readonly requests: CallRequests;
  readonly getState: () => ClientState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly deliver: (event: ClientEvent) => void;
  /** Loads the code for two calls, unless it is there; rejects if that fails. */
  readonly loadSecondCall: () => Promise<void>;
};

const frontOf = ({ call }: ClientState): string | undefined =>
  'call' in call ? call.call.callId : undefined;

/** Translates what the user asks for into events of the machines. */
export function createIntents(options: IntentsOptions): Intents {
  const { ports, requests, getState, subscribe, deliver } = options;
  const { clock, log, random } = ports;

  /** Delivers the event of a press when its code is loaded, unless another call is in front by then. */
  async function deliverAfter(loading: Promise<unknown> | undefined, event: ClientEvent): Promise<void> {
    const before = frontOf(getState());
    await loading;
    if (frontOf(getState()) === before) deliver(event);
  }

  async function withScreens(event: ClientEvent): Promise<void> {
    try {
      await deliverAfter(ports.screens?.fetch(), event);
    } catch {
      ports.notices.show({ id: 'screen', code: 'notLoaded' });
    }
  }

  /** The first SIP server of `settings`; undefined, with a warning, if none is configured. */
  function firstServer({ servers: [server] }: ClientSettings): string | undefined {
    if (server === undefined) log.warn('sip_server_missing');
    return server;
  }

  /** Loads what an emergency call of this user needs before there is one. */
  function prepare({ geolocation }: ClientSettings): void {
    if (geolocation) ports.location?.fetch().catch(() => undefined);
  }
  return {
    ...requests,
    start(settings) {
      const server = firstServer(settings);
      if (server === undefined || getState().settings !== undefined) return;
      prepare(settings);
      const ticket = ports.tickets?.take(settings, clock.now());
      deliver({ type: 'started', settings, server, ...(ticket === undefined ? {} : { ticket }) });
      // The devices of the call are still being opened, so nothing of them is sent before.
      if (ticket?.isHeld) deliver({ type: 'holdRequested', isHeld: true });
      if (ticket?.hadScreen) void withScreens({ type: 'screenLost', callId: ticket.call.callId });
    },
    applySettings(settings) {
      if (firstServer(settings) === undefined) return;
      prepare(settings);
      deliver({ type: 'settingsChanged', settings });
    },
    stop: () =>
      new Promise((resolve) => {
        const finish = (): void => {
          if (getState().settings !== undefined) return;
          unsubscribe();
          resolve();
        };
        const unsubscribe = subscribe(finish);
        deliver({ type: 'stopRequested' });
        finish();
      }),
    answer(media) {
      // STATE-31: if no call is incoming, or none any more, only a warning is logged.
      if (getState().call.phase === 'incoming')
        deliver({ type: 'answerRequested', ...(media === undefined ? {} : { media }) });
      else log.warn('Session does not exist');
    },
    decline: (words, callId) =>
      deliver({
        type: 'declineRequested',
        ...(words === undefined ? {} : { words }),
        ...(callId && { callId }),
      }),
    answerSecond: (callId, firstCall, media) =>
      deliver({ type: 'secondAnswered', callId, firstCall, ...(media && { media }) }),
    swapCalls: () => deliver({ type: 'swapRequested' }),
    goOnWithText: () => deliver({ type: 'textChosen' }),
    addMedium: (kind) => deliver({ type: 'mediumRequested', kind }),
    dismissAdded: () => deliver({ type: 'addedDismissed' }),
    async transfer(order) {
      const load = async (): Promise<void> => {
        await ports.transfers?.fetch();
        if (getState().settings?.threePeople) await options.loadSecondCall();
      };
      await deliverAfter(load(), { type: 'transferOrdered', order, newCallId: createCallId(random) });
    },
    shareScreen: (isShared) => withScreens({ type: 'screenRequested', isShared }),
    dismissScreenNotice: () => deliver({ type: 'screenNoticeDismissed' }),
    setHeld: (isHeld) => deliver({ type: 'holdRequested', isHeld }),
    cancel: () => deliver({ type: 'cancelRequested' }),
    hangUp: (callId) => deliver({ type: 'hangUpRequested', ...(callId && { callId }) }),
    dismiss: () => deliver({ type: 'dismissed' }),
    editText: (value, callId) => deliver({ type: 'textEdited', value, ...(callId && { callId }) }),
    knock: () => deliver({ type: 'knockRequested' }),
    sendTone(tone) {
      const refusal = toneRefusal(tone, getState().call);
      if (refusal === undefined) deliver({ type: 'toneRequested', tone });
      else log.warn(refusal);
    },
    toggleMicrophone: () => deliver({ type: 'microphoneToggled' }),
    toggleCamera: () => deliver({ type: 'cameraToggled' }),
    toggleSound: () => deliver({ type: 'soundToggled' }),
    togglePanel: (panel) => deliver({ type: 'panelToggled', panel }),
    reconnect: () => deliver({ type: 'reconnectRequested' }),
  };
}
