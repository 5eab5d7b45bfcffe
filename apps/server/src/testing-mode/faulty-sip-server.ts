import { randomUUID } from 'node:crypto';
import type { Clock, SipRequest } from '@samtal/sip';
import {
  createResponse,
  cseqOf,
  header,
  headers,
  parseCredentials,
  parseMessage,
  parseVia,
  serialize,
  sipUriOf,
} from '@samtal/sip';
import type { FlowConnection } from '../sip/flow.ts';
import type { SipServer } from '../sip/sip-server.ts';
import { createDelays } from './delays.ts';
import { createPlanned } from './planned.ts';
import { createWireLog, type WireMessage } from './wire-log.ts';

/** A response that is sent instead of the server's; the server does not get the request. */
export type SipAnswerFault = {
  readonly method: string;
  /** 300 to 699. */
  readonly status: number;
  /** Value of Retry-After in seconds. */
  readonly retryAfter?: number | undefined;
  /** Only requests whose From names this user; absent = requests of all users. */
  readonly username?: string | undefined;
};

export type FaultySipServer = {
  /** The same server, with faults between it and its connections. */
  readonly sip: SipServer;
  answer(fault: SipAnswerFault, times: number | undefined): void;
  /** Delays the responses to requests of these methods, or of all methods; replaces an earlier delay. */
  delay(delayMs: number, methods: readonly string[] | undefined): void;
  /** Ends connections without a closing handshake: those of one username, or all. */
  drop(username: string | undefined): void;
  wire(): readonly WireMessage[];
  /** Removes the planned faults and the log, and sends the delayed responses. */
  reset(): void;
};

type Wire = { readonly connection: FlowConnection; readonly usernames: Set<string> };

const branchOf = (request: SipRequest): string =>
  parseVia(header(request, 'Via') ?? '')?.params.get('branch') ?? '';

const senderOf = (request: SipRequest): string | undefined =>
  sipUriOf(header(request, 'From'))?.user?.toLowerCase();

/** Method of the request that this response answers; undefined when the text is a request. */
function answeredMethod(text: string): string | undefined {
  const result = parseMessage(text);
  return result.ok && result.message.kind === 'response' ? cseqOf(result.message)?.method : undefined;
}

export function createFaultySipServer(server: SipServer, clock: Clock): FaultySipServer {
  const wireLog = createWireLog();
  const answers = createPlanned<SipAnswerFault>();
  const delays = createDelays(clock);
  const wires = new Set<Wire>();
  /** Branches of INVITEs that got a planned answer: their ACK is not passed to the server. */
  const answeredBranches = new Set<string>();
  let delay: { readonly delayMs: number; readonly methods: readonly string[] | undefined } | undefined;
  let opened = 0;

  function delayOf(text: string): number {
    if (delay === undefined) return 0;
    const method = answeredMethod(text);
    if (method === undefined) return 0;
    return delay.methods === undefined || delay.methods.includes(method) ? delay.delayMs : 0;
  }

  /** The response text if a fault is planned for this request. */
  function plannedAnswer(request: SipRequest): string | undefined {
    const fault = answers.take(
      ({ method, username }) =>
        method === request.method && (username === undefined || username === senderOf(request)),
    );
    if (fault === undefined) return undefined;
    if (request.method === 'INVITE') answeredBranches.add(branchOf(request));
    const { status, retryAfter } = fault;
    const more = retryAfter === undefined ? [] : [{ name: 'Retry-After', value: String(retryAfter) }];
    return serialize(createResponse(request, status, { toTag: randomUUID(), headers: more }));
  }

  return {
    sip: {
      ...server,
      accept(connection) {
        opened += 1;
        const flow = opened;
        const note = (direction: 'in' | 'out', text: string): void =>
          wireLog.add({ direction, flow, at: clock.now(), text });
        function send(text: string): void {
          delays.after(delayOf(text), () => {
            note('out', text);
            connection.send(text);
          });
        }
        const wire: Wire = { connection, usernames: new Set() };
        wires.add(wire);
        const handler = server.accept({ ...connection, send });
        return {
          receive(text) {
            note('in', text);
            const result = parseMessage(text);
            if (result.ok && result.message.kind === 'request') {
              const request = result.message;
              for (const value of headers(request, 'Authorization')) {
                const name = parseCredentials(value)?.username;
                if (name !== undefined) wire.usernames.add(name);
              }
              if (request.method === 'ACK' && answeredBranches.delete(branchOf(request))) return;
              const answer = plannedAnswer(request);
              if (answer !== undefined) {
                send(answer);
                return;
              }
            }
            handler.receive(text);
          },
          closed() {
            wires.delete(wire);
            handler.closed();
          },
        };
      },
      shutDown() {
        delays.finish();
        server.shutDown();
      },
    },
    answer: answers.add,
    delay(delayMs, methods) {
      delay = { delayMs, methods };
    },
    drop(username) {
      for (const { connection, usernames } of wires)
        if (username === undefined || usernames.has(username)) connection.terminate();
    },
    wire: wireLog.list,
    reset() {
      delay = undefined;
      answers.clear();
      answeredBranches.clear();
      delays.finish();
      wireLog.clear();
    },
  };
}
