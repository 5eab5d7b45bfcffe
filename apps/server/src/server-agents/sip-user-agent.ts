import type { Clock, Hash, ServerTransaction, SipMessage, SipRequest } from '@samtal/sip';
import {
  addressOf,
  callIdOf,
  createResponse,
  createTransactionLayer,
  header,
  invalidHost,
  parseMessage,
  serialize,
  tagOf,
} from '@samtal/sip';
import { loggedCallId } from '../domain/event-log.ts';
import { nothing } from '../domain/nothing.ts';
import { ALLOW, refusalOf } from './abilities.ts';
import type { AdmitCall } from './admission/call-admission.ts';
import type { Call, OpenCall } from './call/call.ts';
import { describeCall } from './call/describe-call.ts';
import { isDialogTooLarge, keyOfDialog, keyOfRequest, openDialog } from './call/dialog.ts';
import { createDeferred } from './deferred.ts';
import type { DeviceReport } from './device-report.ts';
import { isDeviceReport, readDeviceReport } from './device-report.ts';
import type { AgentLog, Connect, TextSocket } from './ports.ts';
import { backOffMs } from './registration/back-off.ts';
import { createCredentials } from './registration/credentials.ts';
import type { Registration } from './registration/registration.ts';
import { createRegistration } from './registration/registration.ts';
import { TARGET_FIELD } from './text-gateway/outgoing-invite.ts';

export type SipUserAgentOptions = {
  readonly sipUri: string;
  readonly domain: string;
  readonly username: string;
  readonly password: string;
  /** Opens each call that is admitted. */
  readonly openCall: OpenCall;
  readonly admit: AdmitCall;
  /** Takes reports about the devices of a call; absent = the agent refuses them. @returns whether the call is known */
  readonly report?: ((report: DeviceReport) => boolean) | undefined;
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly connect: Connect;
  readonly hash: Hash;
  /** Creates an unguessable SIP token. */
  readonly createToken: () => string;
};

export type SipUserAgent = {
  /** Fulfilled when the agent has registered for the first time or has been closed. */
  readonly ready: Promise<void>;
  /** Whether the agent can be called now. */
  isRegistered(): boolean;
  /** Ends the agent's calls, unregisters, and closes the connection. */
  close(): Promise<void>;
};

type Connection = {
  readonly flow: string;
  readonly socket: TextSocket;
  readonly registration: Registration;
  isRegistered: boolean;
};

/**
 * A key that all copies of one INVITE have in common; they may arrive on several paths (RFC 3261 §8.2.2.2). The text
 * gateway gets one INVITE for each device of the callee: these are no copies.
 */
const originOf = (request: SipRequest): string =>
  JSON.stringify([
    header(request, 'Call-ID'),
    tagOf(header(request, 'From')),
    header(request, 'CSeq'),
    header(request, TARGET_FIELD),
  ]);

/** Registers over a WebSocket and handles calls as its `ServerAgent` decides; reconnects after a loss. */
export function createSipUserAgent(options: SipUserAgentOptions): SipUserAgent {
  const { sipUri, username, clock, log, createToken } = options;
  const host = invalidHost(createToken());
  const contactUri = `sip:${username}@${host};transport=ws`;
  const credentials = createCredentials(options);
  const ready = createDeferred();
  const closed = createDeferred();
  /** The calls by dialog; a call that connects two dialogs has one entry for each of them. */
  const calls = new Map<string, { readonly call: Call; readonly origin: string | undefined }>();
  let connection: Connection | undefined;
  let connections = 0;
  let failures = 0;
  let isClosing = false;
  let stopRetry = nothing;

  const transactions = createTransactionLayer({
    clock,
    sentBy: host,
    createBranch: createToken,
    send: (message, flow) => {
      if (connection?.flow === flow) connection.socket.send(serialize(message));
    },
  });

  function open(): void {
    connections += 1;
    const flow = String(connections);
    const socket = options.connect(sipUri, {
      opened: () => registration.start(),
      received: (text) => receive(text, flow),
      closed: (reason) => lose(flow, reason),
    });
    const registration = createRegistration({
      ...options,
      contactUri,
      send: (request, handler) => void transactions.send(request, flow, handler),
      registered: () => {
        if (!opened.isRegistered) log.info({ event: 'agent_registered', username });
        opened.isRegistered = true;
        failures = 0;
        ready.resolve();
      },
      unanswered: () => socket.close(),
    });
    const opened: Connection = { flow, socket, registration, isRegistered: false };
    connection = opened;
  }

  function lose(flow: string, reason: string): void {
    if (connection?.flow !== flow) return;
    connection.registration.stop();
    connection = undefined;
    for (const { call } of calls.values()) call.drop();
    transactions.flowLost(flow);
    if (isClosing) {
      finish();
      return;
    }
    failures += 1;
    const retryMs = backOffMs(failures);
    log.warn({ event: 'agent_connection_lost', username, reason, retryMs });
    stopRetry = clock.setTimer(retryMs, open);
  }

  function finish(): void {
    transactions.close();
    ready.resolve();
    closed.resolve();
  }

  function receive(text: string, flow: string): void {
    if (connection?.flow !== flow || isClosing) return;
    // Keep-alive (RFC 5626 §3.5.1).
    if (text === '\r\n\r\n') connection.socket.send('\r\n');
    if (text.trim() === '') return;
    const result = parseMessage(text);
    if (result.ok) {
      receiveMessage(result.message, flow);
      return;
    }
    log.warn({ event: 'agent_message_unreadable', username, reason: result.reason });
    if (result.partial === undefined) return;
    const { partial, status, reason } = result;
    connection.socket.send(serialize(createResponse(partial, status, { reason, toTag: createToken() })));
  }

  function receiveMessage(message: SipMessage, flow: string): void {
    try {
      const received = transactions.receive(message, flow);
      if (received?.kind === 'request') handleRequest(received.transaction);
      else if (received?.kind === 'ack') calls.get(keyOfRequest(received.request))?.call.acknowledge();
    } catch (error) {
      log.warn({
        event: 'agent_message_failed',
        err: error,
        username,
        callId: loggedCallId(callIdOf(message)),
      });
    }
  }

  function handleRequest(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (tagOf(header(request, 'To')) !== undefined) {
      const known = calls.get(keyOfRequest(request));
      if (known === undefined) answer(transaction, 481);
      else known.call.receive(transaction);
      return;
    }
    if (options.report !== undefined && isDeviceReport(request)) {
      answer(transaction, takeReport(request, options.report));
      return;
    }
    const refusal = refusalOf(request, createToken());
    if (refusal !== undefined) transaction.respond(refusal);
    else if (request.method === 'INVITE') takeCall(transaction);
    else if (request.method === 'OPTIONS') {
      const headers = [
        { name: 'Allow', value: ALLOW },
        { name: 'Accept', value: 'application/sdp' },
      ];
      transaction.respond(createResponse(request, 200, { headers, toTag: createToken() }));
    } else answer(transaction, 481);
  }

  /** @returns the status of the answer; only the SIP server itself sends in the name of this agent */
  function takeReport(request: SipRequest, report: (report: DeviceReport) => boolean): number {
    if (addressOf(header(request, 'From')) !== `${username}@${options.domain}`) return 403;
    const read = readDeviceReport(request);
    if (read === undefined) return 400;
    return report(read) ? 200 : 481;
  }

  function answer(transaction: ServerTransaction, status: number, retryAfterSeconds?: number): void {
    const headers =
      retryAfterSeconds === undefined ? [] : [{ name: 'Retry-After', value: String(retryAfterSeconds) }];
    transaction.respond(createResponse(transaction.request, status, { headers, toTag: createToken() }));
  }

  function takeCall(transaction: ServerTransaction): void {
    const { request, flow } = transaction;
    const dialog = openDialog(request, createToken());
    const origin = originOf(request);
    if (dialog === undefined) answer(transaction, 400);
    else if ([...calls.values()].some((other) => other.origin === origin)) answer(transaction, 482);
    else if (isDialogTooLarge(request)) answer(transaction, 513);
    else {
      const description = describeCall(request);
      const { caller, divertedFrom } = description;
      const admission = options.admit({ caller: caller.address, callee: divertedFrom });
      if (!admission.isAdmitted) {
        const { status, retryAfterSeconds, reason } = admission;
        log.info({
          event: 'agent_call_limit_reached',
          username,
          reason,
          callId: loggedCallId(description.callId),
        });
        answer(transaction, status, retryAfterSeconds);
        return;
      }
      const key = keyOfDialog(dialog);
      const call = options.openCall(transaction, dialog, {
        description,
        contact: `<${contactUri}>`,
        sessionId: String(clock.now()),
        clock,
        log,
        createToken,
        send: (request, handler) => transactions.send(request, flow, handler),
        sendAck: (ack) => transactions.sendOutside(ack, flow),
        withCredentials: (refused, response) => credentials.add(refused, response),
        addDialog(other, end) {
          const otherKey = keyOfDialog(other);
          calls.set(otherKey, { call: end, origin: undefined });
          return () => void calls.delete(otherKey);
        },
        ended() {
          calls.delete(key);
          admission.release();
        },
      });
      calls.set(key, { call, origin });
      call.begin();
    }
  }

  open();

  return {
    ready: ready.promise,
    isRegistered: () => connection?.isRegistered === true,
    close() {
      if (isClosing) return closed.promise;
      isClosing = true;
      stopRetry();
      if (connection === undefined) {
        finish();
        return closed.promise;
      }
      const { registration, socket } = connection;
      for (const { call } of calls.values()) call.terminate();
      registration.stop();
      registration.unregister();
      socket.close();
      return closed.promise;
    },
  };
}
