import type { Abilities, Header, Received, ServerTransaction, SipRequest } from '@samtal/sip';
import { answerOptions, checkAsProxy, createResponse, header, parseUri, tagOf } from '@samtal/sip';
import type { EventLog } from '../domain/event-log.ts';
import { SIP_LIMITS } from '../domain/limits/limits.ts';
import type { Meter } from '../domain/meter.ts';
import type { Flow } from './flow.ts';
import type { SendMessage } from './message-sender.ts';
import { MESSAGE_SUMMARY } from './message-waiting/message-summary.ts';
import type { MessageWaiting } from './message-waiting/message-waiting.ts';
import type { Registrar } from './registrar/registrar.ts';
import type { Proxy } from './routing/proxy.ts';
import { ALLOWED_METHODS, OUT_OF_DIALOG_METHODS } from './routing/proxy.ts';

type Options = {
  readonly domain: string;
  readonly registrar: Registrar;
  readonly proxy: Proxy;
  /** Absent = phones cannot subscribe. */
  readonly messageWaiting: MessageWaiting | undefined;
  readonly send: SendMessage;
  readonly createTag: () => string;
  readonly meter: Pick<Meter, 'refused'>;
  readonly log: Pick<EventLog, 'debug'>;
};

/** Handles a message that the transaction layer returns. The promise is fulfilled when this is done. */
export type Dispatch = (received: Received, flow: Flow) => Promise<void>;

/** Passes each request to the registrar or the proxy, or refuses it, by its method and To tag. */
export function createDispatch({
  domain,
  registrar,
  proxy,
  messageWaiting,
  send,
  createTag,
  meter,
  log,
}: Options): Dispatch {
  const allowed = messageWaiting === undefined ? ALLOWED_METHODS : `${ALLOWED_METHODS}, SUBSCRIBE`;
  /** The abilities that the server reports when OPTIONS is addressed to the server itself (RFC 3261 §11.2). */
  const abilities: Abilities = { methods: allowed.split(', '), extensions: [], contentTypes: [] };
  const events = messageWaiting === undefined ? [] : [{ name: 'Allow-Events', value: MESSAGE_SUMMARY }];
  const isForUs = (request: SipRequest): boolean => {
    const uri = parseUri(request.uri);
    return uri?.host === domain && uri.user === undefined && checkAsProxy(request) === undefined;
  };

  async function dispatchRequest(transaction: ServerTransaction, flow: Flow): Promise<void> {
    const { request } = transaction;
    const respond = (status: number, headers: readonly Header[] = []): void =>
      transaction.respond(createResponse(request, status, { toTag: createTag(), headers }));
    const refuseMethod = (): void => respond(405, [{ name: 'Allow', value: allowed }]);
    const respondToOptions = (): void => {
      const { status, headers = [] } = answerOptions(request, abilities);
      respond(status, status === 200 ? [...headers, ...events] : headers);
    };
    const toTag = tagOf(header(request, 'To'));
    if (request.method === 'REGISTER') await registrar.register(transaction, flow);
    else if (toTag === '') respond(400);
    else if (request.method === 'SUBSCRIBE' && messageWaiting !== undefined)
      await messageWaiting.subscribe(transaction, flow);
    else if (toTag !== undefined) proxy.routeInDialog(transaction, flow);
    else if (!OUT_OF_DIALOG_METHODS.includes(request.method)) refuseMethod();
    else if (request.method === 'OPTIONS' && isForUs(request)) respondToOptions();
    else await proxy.route(transaction, flow);
  }

  async function handleRequest(transaction: ServerTransaction, flow: Flow): Promise<void> {
    try {
      await dispatchRequest(transaction, flow);
    } catch (error) {
      transaction.respond(createResponse(transaction.request, 500, { toTag: createTag() }));
      throw error;
    }
  }

  function refuseForMemory(request: SipRequest, flow: Flow): void {
    meter.refused('sip_memory');
    const retryAfter = { name: 'Retry-After', value: String(SIP_LIMITS.retryAfter) };
    send(createResponse(request, 503, { toTag: createTag(), headers: [retryAfter] }), flow.id);
  }

  return async (received, flow) => {
    if (received.kind === 'request') await handleRequest(received.transaction, flow);
    else if (received.kind === 'ack') proxy.routeAck(received.request, flow);
    else if (received.kind === 'overload') refuseForMemory(received.request, flow);
    else log.debug({ event: 'stray_response_dropped', status: received.response.status });
  };
}
