import type { Clock, Log, SignallingEvent, SipAccount } from '@samtal/call-core';
import type { Socket } from 'jssip';
import { UA, Utils } from 'jssip';
import type { IncomingMessageEvent, IncomingRTCSessionEvent, UnRegisteredEvent } from 'jssip/lib/UA';
import type { Transport } from '../jssip-parts/transport.ts';
import { authorizationIn, nextCredentials } from './next-credentials.ts';
import type { SipSocketOptions } from './sip-socket.ts';
import { createSipSocket } from './sip-socket.ts';

/**
 * The time after which JsSIP rejects an unanswered INVITE: very long, because the caller and the proxy limit
 * the ringing.
 */
const RING_LIMIT_SECONDS = 3_600;

export type SipConnectionOptions = {
  readonly serverUri: string;
  readonly account: SipAccount;
  /** Identifies this browser tab to registrars (RFC 5626 §4.1): a UUID. */
  readonly instanceId: string;
  /** UUID that the tabs of this browser share; undefined = none. */
  readonly browserId: string | undefined;
  /** The Contact of the page that was open before a reload; undefined = a new one. */
  readonly contact: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepAliveSeconds: number;
  readonly isUrgent: SipSocketOptions['isUrgent'];
  readonly openWebSocket: SipSocketOptions['openWebSocket'];
  readonly emit: (event: SignallingEvent) => void;
  readonly onLost: (code: string) => void;
  readonly onInvite: (event: Omit<IncomingRTCSessionEvent, 'originator'>) => void;
  readonly onMessage: (event: Omit<IncomingMessageEvent, 'originator'>) => void;
};

/** One WebSocket with one JsSIP user agent on it, from `openConnection` until it is lost or closed. */
export type SipConnection = {
  readonly ua: UA;
  register(expirySeconds: number): void;
  unregister(): void;
  /** Whether the WebSocket was closed by `suspend`. */
  readonly isSuspended: boolean;
  /** Closes the WebSocket, or gives up one that is lost; sessions stay, requests on their way fail. No event follows. */
  suspend(): void;
  /** Opens another WebSocket for the sessions that have stayed. */
  resume(serverUri: string, account: SipAccount): void;
  /** Sends what is still pending, then closes; no event follows. */
  close(): void;
};

/**
 * An event that JsSIP reports for both directions. `originator` is a string here, because the enumeration
 * exists only in JsSIP's types.
 */
type FromEither<Incoming> = Omit<Incoming, 'originator'> & { readonly originator: string };

/**
 * Private values of JsSIP's registrator: the expiry, which is not known when JsSIP is configured, and whether
 * the client is registered: JsSIP reports a success only if it was not.
 */
type Registrator = { _expires: number; _registered: boolean };

function refusalOf({ response }: Partial<UnRegisteredEvent>): SignallingEvent {
  // No response: timer F of REGISTER (RFC 3261 §17.1.2.2).
  if (response === undefined || response === null)
    return { type: 'registrationRefused', status: 408, reason: 'Request Timeout' };
  const retryAfter = Number.parseInt(response.getHeader('Retry-After') ?? '', 10);
  return {
    type: 'registrationRefused',
    status: response.status_code,
    reason: response.reason_phrase,
    ...(Number.isNaN(retryAfter) ? {} : { retryAfterSeconds: retryAfter }),
  };
}

export function createSipConnection(options: SipConnectionOptions): SipConnection {
  const { instanceId, browserId, clock, log, keepAliveSeconds, isUrgent, openWebSocket, onLost } = options;
  let { account } = options;
  let isSuspended = false;
  let isUnregistering = false;
  /** The Authorization of the last request that had one. */
  let credentials: string | undefined;
  const openSocket = (url: string) =>
    createSipSocket({
      url,
      clock,
      log,
      keepAliveSeconds,
      isUrgent,
      openWebSocket,
      onLost,
      onSent: (message) => {
        credentials = authorizationIn(message) ?? credentials;
      },
    });
  let socket = openSocket(options.serverUri);
  /** JsSIP reports a lost registration and failed requests while it is told that the connection is lost. */
  const emit = (event: SignallingEvent): void => {
    if (!isSuspended) options.emit(event);
  };
  const ua = new UA({
    sockets: socket as unknown as Socket,
    uri: `sip:${account.address}`,
    authorization_user: account.username,
    password: account.password,
    instance_id: instanceId,
    ...(options.contact === undefined ? {} : { contact_uri: options.contact }),
    register: false,
    session_timers: false,
    no_answer_timeout: RING_LIMIT_SECONDS,
    user_agent: 'Samtal',
  });

  const { transport } = ua as unknown as { readonly transport: Transport };
  if (browserId !== undefined)
    ua.registrator().setExtraContactParams({ '+samtal.browser': `"${browserId}"` });

  function close(): void {
    ua.removeAllListeners();
    ua.stop();
    // After stop() alone, JsSIP waits 2 s for responses that no longer matter.
    socket.disconnect();
  }

  ua.on('connected', () => emit({ type: 'connectionOpened' }));
  ua.on('registered', () => emit({ type: 'registered' }));
  ua.on('registrationFailed', (event: UnRegisteredEvent) => emit(refusalOf(event)));
  ua.on('unregistered', () => {
    if (isUnregistering) emit({ type: 'unregistered' });
    isUnregistering = false;
  });
  ua.on('newRTCSession', (event: FromEither<IncomingRTCSessionEvent>) => {
    if (event.originator === 'remote') options.onInvite(event);
  });
  ua.on('newMessage', (event: FromEither<IncomingMessageEvent>) => {
    if (event.originator === 'remote') options.onMessage(event);
  });
  ua.start();

  return {
    ua,
    get isSuspended() {
      return isSuspended;
    },
    suspend() {
      isSuspended = true;
      isUnregistering = false;
      transport.lose();
    },
    resume(serverUri, next) {
      account = next;
      isSuspended = false;
      socket = openSocket(serverUri);
      ua.set('password', account.password);
      transport.reconnect(socket);
    },
    register(expirySeconds) {
      const registrator = ua.registrator() as unknown as Registrator;
      registrator._expires = expirySeconds;
      registrator._registered = false;
      ua.register();
    },
    unregister() {
      if (!ua.isRegistered()) {
        emit({ type: 'unregistered' });
        return;
      }
      isUnregistering = true;
      // The page may be closed before a challenge arrives (REG-05), so the request already has credentials.
      const next = credentials && nextCredentials(credentials, account, Utils.calculateMD5);
      ua.registrator().setExtraHeaders(next === undefined ? [] : [`Authorization: ${next}`]);
      ua.unregister();
    },
    close,
  };
}
