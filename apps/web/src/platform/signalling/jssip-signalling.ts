import type { Clock, Log, Signalling, SignallingEvent } from '@samtal/call-core';
import type { TextTransport } from '@samtal/realtime-text';
import type { CallStreams } from '../media/call-streams.ts';
import type { CallContext } from './call-context.ts';
import type { SipConnection } from './connection/sip-connection.ts';
import { createSipConnection } from './connection/sip-connection.ts';
import { createIncomingInvites } from './incoming-invites.ts';
import { receiveMessage } from './incoming-message.ts';
import { createEarlyConnections } from './media/early-connections.ts';
import type { TakeUps, TakeUpsOptions } from './reload/take-ups.ts';
import type { SipCall } from './sip-call.ts';
import { createSipCall } from './sip-call.ts';
import type { HandleTransfer } from './transfer/session-transfers.ts';

export type CreateTakeUps = (options: TakeUpsOptions) => TakeUps;

export type JsSipSignallingOptions = {
  readonly emit: (event: SignallingEvent) => void;
  /** Contains the local streams under their `callId`; this adapter adds the remote streams. */
  readonly streams: CallStreams;
  readonly clock: Clock;
  readonly log: Log;
  /** UUID of this browser tab, the same after a reload (RFC 5626 §4.1). */
  readonly instanceId: string;
  /** UUID of this browser, if web push has given it one (decision D78). */
  readonly browserId?: () => string | undefined;
  /** STUN and TURN servers for calls over this SIP server (SIP-07, decision D20). */
  readonly iceServersFor: (serverUri: string) => readonly RTCIceServer[];
  readonly iceTimeoutMs: number;
  readonly textTransports: readonly TextTransport[];
  /** Whether established calls outlive a lost connection (decision D80); by default they end with it. */
  readonly keepsCalls?: () => boolean;
  /** The code for a call of the page before a reload (decision D81); absent = there is no such call. */
  readonly createTakeUps?: CreateTakeUps | undefined;
  /** Loads that code for a call of a peer whose page was loaded anew. */
  readonly loadTakeUps: () => Promise<CreateTakeUps>;
  /** The code that counts text in calls that are kept (decision D82); absent = text is not counted. */
  readonly exactText?: () => CallContext['exactText'];
  /** Watches the text of a call (decision D91). */
  readonly watchText?: NonNullable<CallContext['watchText']>;
  /** The code for shared screens (decision D88). */
  readonly screens?: CallContext['screens'];
  /** Sends or takes REFER and NOTIFY (decision D87). */
  readonly transfer?: HandleTransfer;
  /** Calls of three people (decision D102). */
  readonly threePeople?: NonNullable<CallContext['threePeople']>;
  /** How long the connection may be silent before a ping is sent (REG-11); 20 by default. */
  readonly keepAliveSeconds?: number;
  /** Opens a WebSocket; the browser's own by default. */
  readonly openWebSocket?: (url: string, subprotocol: string) => WebSocket;
};

/** The Signalling port over JsSIP: SIP over WebSocket, media by WebRTC. */
export function createJsSipSignalling(options: JsSipSignallingOptions): Signalling {
  const {
    emit,
    clock,
    log,
    iceServersFor,
    keepsCalls = () => false,
    keepAliveSeconds = 20,
    openWebSocket,
  } = options;
  const calls = new Map<string, SipCall>();
  const early = createEarlyConnections();
  let takeUps = options.createTakeUps && beginTakeUps(options.createTakeUps);
  let connection: SipConnection | undefined;
  let serverUri = '';

  function createCall(
    callId: string,
    direction: 'incoming' | 'outgoing',
    report: CallContext['emit'] = emit,
    keptText?: CallContext['keptText'],
  ): SipCall {
    const context: CallContext = {
      ...options,
      emit: report,
      ...(keptText === undefined ? {} : { keptText }),
      keepsCalls: keepsCalls(),
      exactText: keepsCalls() ? options.exactText?.() : undefined,
      iceServers: iceServersFor(serverUri),
      takeConnection: () => early.take(callId),
    };
    const call: SipCall = createSipCall(context, callId, direction, () => {
      if (calls.get(callId) === call) calls.delete(callId);
    });
    return call;
  }

  function beginTakeUps(create: CreateTakeUps): TakeUps {
    return create({ emit, calls, createCall, ua: () => connection?.ua });
  }

  function addCall(callId: string, direction: 'incoming' | 'outgoing'): SipCall {
    const call = createCall(callId, direction);
    calls.set(callId, call);
    return call;
  }

  const onInvite = createIncomingInvites({
    emit,
    calls,
    addCall,
    keepsCalls,
    threePeople: options.threePeople,
    takeUps: () => takeUps,
    fetchTakeUps: async () => (takeUps ??= beginTakeUps(await options.loadTakeUps())),
  });

  /**
   * Abandons all calls and returns the connection that is to be closed. The calls are abandoned first,
   * because JsSIP would report each of them as failed.
   */
  function dropConnection(): SipConnection | undefined {
    takeUps?.drop();
    for (const call of calls.values()) call.abandon();
    const dropped = connection;
    connection = undefined;
    return dropped;
  }

  /** Gives up the connection; established calls stay if they are kept. */
  function leaveConnection(): void {
    takeUps?.drop();
    for (const call of calls.values()) if (!(keepsCalls() && call.isEstablished)) call.abandon();
    if (calls.size === 0) {
      dropConnection()?.close();
      return;
    }
    for (const call of calls.values()) call.suspend();
    connection?.suspend();
  }

  return {
    openConnection(uri, account) {
      if (connection?.isSuspended === false) leaveConnection();
      serverUri = uri;
      if (connection !== undefined && calls.size > 0) {
        connection.resume(uri, account);
        return;
      }
      dropConnection()?.close();
      connection = createSipConnection({
        serverUri: uri,
        account,
        instanceId: options.instanceId,
        browserId: options.browserId?.(),
        contact: takeUps?.contact,
        clock,
        log,
        keepAliveSeconds,
        openWebSocket: openWebSocket ?? ((url, subprotocol) => new WebSocket(url, subprotocol)),
        isUrgent: () => keepsCalls() && (calls.size > 0 || takeUps?.areWaiting === true),
        emit(event) {
          if (event.type === 'registered') {
            for (const call of calls.values()) call.reach();
            takeUps?.reach();
          }
          emit(event);
        },
        onLost: (code) => {
          leaveConnection();
          emit({ type: 'connectionLost', code });
        },
        onInvite,
        onMessage: (event) => receiveMessage(event, calls.values(), (ids) => takeUps?.owns(ids) === true),
      });
      takeUps?.attachTo(connection.ua);
    },
    closeConnection: () => dropConnection()?.close(),
    suspendConnection: leaveConnection,
    register: (expirySeconds) => connection?.register(expirySeconds),
    unregister() {
      if (connection === undefined) emit({ type: 'unregistered' });
      else connection.unregister();
    },
    prepare(callId, { audio, video }) {
      // A peer that is called may be without BUNDLE, so a data channel for text has a transport of its own, too.
      const transports = calls.has(callId) ? 1 : Number(audio) + Number(video) + 1;
      if (connection !== undefined) early.create(callId, iceServersFor(serverUri), transports);
    },
    discard: (callId) => early.drop(callId),
    invite(call) {
      const { callId } = call;
      if (connection === undefined) emit({ type: 'setUpFailed', callId, code: 'noConnection' });
      else if (!('RTCPeerConnection' in globalThis))
        emit({ type: 'setUpFailed', callId, code: 'noWebRtc', hasNoWebRtc: true });
      else addCall(call.callId, 'outgoing').invite(connection.ua, call);
    },
    answer: (answer) => (takeUps?.askedOf(answer.callId) ?? calls.get(answer.callId))?.answer(answer),
    reject: (callId, status, words) => calls.get(callId)?.end(status, words),
    resume: (callId) => calls.get(callId)?.resume(),
    dialogOf(callId) {
      const ua = connection?.ua;
      return takeUps?.dialogOf(callId) ?? (ua && calls.get(callId)?.savedDialog(ua));
    },
    restoreDialog: (callId, dialog) => takeUps?.restore(callId, dialog),
    takeUp: (call) => takeUps?.takeUp(call),
    offerMedium: (callId, kind) => calls.get(callId)?.offerMedium(kind),
    transfer: (callId, request) => calls.get(callId)?.transfer(request, calls),
    offerScreen: (callId, isShared) => calls.get(callId)?.offerScreen(isShared),
    offerHold: (callId, isHeld) => calls.get(callId)?.offerHold(isHeld),
    cancel: (callId) => calls.get(callId)?.end(),
    hangUp(callId) {
      if (takeUps?.end(callId, false)) emit({ type: 'callClosed', callId });
      else calls.get(callId)?.end();
    },
    sendText(callId, chunkId, characters) {
      if (!takeUps?.holdText(callId, chunkId, characters)) calls.get(callId)?.sendText(chunkId, characters);
    },
    sendInfo: (callId, infoId, info) => calls.get(callId)?.sendInfo(infoId, info),
    abandon(callId) {
      if (!takeUps?.end(callId, true)) calls.get(callId)?.abandon();
    },
  };
}
