import type { Signalling, SignallingEvent, SipAccount } from '@samtal/call-core';

type WantedConnection = { readonly serverUri: string; readonly account: SipAccount };

/**
 * A Signalling port whose code, the largest part of calling, is loaded when the first connection is opened;
 * the page is shown meanwhile. If the code cannot be loaded, the connection counts as lost, so the core tries
 * again as usual.
 */
export function createFetchedSignalling(
  load: () => Promise<Signalling>,
  emit: (event: SignallingEvent) => void,
): Signalling {
  let fetched: Signalling | undefined;
  let fetching: Promise<void> | undefined;
  /** The connection that waits for the code. */
  let wanted: WantedConnection | undefined;
  /** Dialogs of the page before a reload, and their endings, which wait for the code. */
  const restored = new Map<string, string>();
  const ended: ((signalling: Signalling) => void)[] = [];

  /** Ends a call; one of the page before a reload can be ended before the code is loaded. */
  function withRestored(callId: string, end: (signalling: Signalling) => void): void {
    if (fetched !== undefined) end(fetched);
    else if (restored.has(callId)) ended.push(end);
  }

  async function fetch(): Promise<void> {
    try {
      fetched = await load();
      for (const [callId, dialog] of restored) fetched.restoreDialog(callId, dialog);
      for (const end of ended) end(fetched);
      restored.clear();
    } catch {
      fetching = undefined;
    }
  }

  async function openWanted(): Promise<void> {
    await (fetching ??= fetch());
    // While the code was being loaded, the wanted connection may have been closed or replaced.
    const next = wanted;
    wanted = undefined;
    if (next === undefined) return;
    if (fetched === undefined) emit({ type: 'connectionLost', code: 'notFetched' });
    else open(fetched, next);
  }

  /**
   * Opens a connection. It counts as lost if the address is invalid or the code does not run in this browser.
   */
  function open(signalling: Signalling, { serverUri, account }: WantedConnection): void {
    try {
      signalling.openConnection(serverUri, account);
    } catch {
      emit({ type: 'connectionLost', code: 'notOpened' });
    }
  }

  return {
    openConnection(serverUri, account) {
      if (fetched !== undefined) return open(fetched, { serverUri, account });
      wanted = { serverUri, account };
      void openWanted();
    },
    closeConnection() {
      wanted = undefined;
      fetched?.closeConnection();
    },
    suspendConnection() {
      wanted = undefined;
      fetched?.suspendConnection();
    },
    unregister() {
      if (fetched === undefined) emit({ type: 'unregistered' });
      else fetched.unregister();
    },
    invite(call) {
      if (fetched === undefined) emit({ type: 'setUpFailed', callId: call.callId, code: 'noConnection' });
      else fetched.invite(call);
    },
    // These methods need a connection or a call, and neither can exist before the code is loaded.
    prepare: (callId, kinds) => fetched?.prepare(callId, kinds),
    discard: (callId) => fetched?.discard(callId),
    register: (expirySeconds) => fetched?.register(expirySeconds),
    answer: (answer) => fetched?.answer(answer),
    reject: (callId, status, words) => fetched?.reject(callId, status, words),
    offerMedium: (callId, kind) => fetched?.offerMedium(callId, kind),
    transfer: (callId, request) => fetched?.transfer(callId, request),
    offerScreen: (callId, isShared) => fetched?.offerScreen(callId, isShared),
    offerHold: (callId, isHeld) => fetched?.offerHold(callId, isHeld),
    cancel: (callId) => fetched?.cancel(callId),
    hangUp: (callId) => withRestored(callId, (signalling) => signalling.hangUp(callId)),
    resume: (callId) => fetched?.resume(callId),
    dialogOf: (callId) => fetched?.dialogOf(callId) ?? restored.get(callId),
    restoreDialog(callId, dialog) {
      if (fetched === undefined) restored.set(callId, dialog);
      else fetched.restoreDialog(callId, dialog);
    },
    takeUp: (call) => fetched?.takeUp(call),
    sendText: (callId, chunkId, characters) => fetched?.sendText(callId, chunkId, characters),
    sendInfo: (callId, infoId, info) => fetched?.sendInfo(callId, infoId, info),
    abandon: (callId) => withRestored(callId, (signalling) => signalling.abandon(callId)),
  };
}
