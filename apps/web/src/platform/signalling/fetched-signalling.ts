import type { Signalling, SignallingEvent, SipAccount } from '@samtal/call-core';

type Line = { readonly serverUri: string; readonly account: SipAccount };

/**
 * A Signalling port whose code, most of what calling weighs, is fetched when the first line is wanted: the page is shown
 * meanwhile. Code that cannot be fetched is a line that is lost, so the core tries again as with any other.
 */
export function createFetchedSignalling(
  load: () => Promise<Signalling>,
  emit: (event: SignallingEvent) => void,
): Signalling {
  let fetched: Signalling | undefined;
  let fetching: Promise<void> | undefined;
  /** The line that waits for the code. */
  let wanted: Line | undefined;

  async function fetch(): Promise<void> {
    try {
      fetched = await load();
    } catch {
      fetching = undefined;
    }
  }

  async function openWanted(): Promise<void> {
    await (fetching ??= fetch());
    // Meanwhile it may have been given up, or another wanted in its place.
    const line = wanted;
    wanted = undefined;
    if (line === undefined) return;
    if (fetched === undefined) emit({ type: 'lineLost', code: 'notFetched' });
    else open(fetched, line);
  }

  /** An address that no socket can be opened to, or code that does not run here, is a line that is lost too. */
  function open(signalling: Signalling, { serverUri, account }: Line): void {
    try {
      signalling.openLine(serverUri, account);
    } catch {
      emit({ type: 'lineLost', code: 'notOpened' });
    }
  }

  return {
    openLine(serverUri, account) {
      if (fetched !== undefined) return open(fetched, { serverUri, account });
      wanted = { serverUri, account };
      void openWanted();
    },
    closeLine() {
      wanted = undefined;
      fetched?.closeLine();
    },
    unregister() {
      if (fetched === undefined) emit({ type: 'unregistered' });
      else fetched.unregister();
    },
    invite(call) {
      if (fetched === undefined) emit({ type: 'setUpFailed', callId: call.callId, code: 'noLine' });
      else fetched.invite(call);
    },
    // Of a line, or of a call, that cannot be there before the code is.
    register: (expirySeconds) => fetched?.register(expirySeconds),
    answer: (answer) => fetched?.answer(answer),
    reject: (callId, status) => fetched?.reject(callId, status),
    cancel: (callId) => fetched?.cancel(callId),
    hangUp: (callId) => fetched?.hangUp(callId),
    sendText: (callId, chunkId, characters) => fetched?.sendText(callId, chunkId, characters),
    sendInfo: (callId, infoId, info) => fetched?.sendInfo(callId, infoId, info),
    abandon: (callId) => fetched?.abandon(callId),
  };
}
