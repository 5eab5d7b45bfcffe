import type { SipMessage } from '@samtal/sip';
import {
  callIdOf,
  createResponse,
  createTransactionLayer,
  invalidHost,
  parseMessage,
  serialize,
} from '@samtal/sip';
import { loggedCallId } from '../domain/event-log.ts';
import { nothing } from '../domain/nothing.ts';
import { createAgentCalls } from './agent-calls.ts';
import { createDeferred } from './deferred.ts';
import type { TextSocket } from './ports.ts';
import { backOffMs } from './registration/back-off.ts';
import { createCredentials } from './registration/credentials.ts';
import type { Registration } from './registration/registration.ts';
import { createRegistration } from './registration/registration.ts';
import type { SipUserAgentOptions } from './sip-user-agent-options.ts';

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

/** Registers over a WebSocket and handles calls as its `ServerAgent` decides; reconnects after a loss. */
export function createSipUserAgent(options: SipUserAgentOptions): SipUserAgent {
  const { sipUri, username, clock, log, createToken } = options;
  const host = invalidHost(createToken());
  const contactUri = `sip:${username}@${host};transport=ws`;
  const credentials = createCredentials(options);
  const ready = createDeferred();
  const closed = createDeferred();
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

  const calls = createAgentCalls({ ...options, contactUri, credentials, transactions });

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
    calls.drop();
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
      if (received?.kind === 'request') calls.receive(received.transaction);
      else if (received?.kind === 'ack') calls.acknowledge(received.request);
    } catch (error) {
      log.warn({
        event: 'agent_message_failed',
        err: error,
        username,
        callId: loggedCallId(callIdOf(message)),
      });
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
      calls.terminate();
      registration.stop();
      registration.unregister();
      socket.close();
      return closed.promise;
    },
  };
}
