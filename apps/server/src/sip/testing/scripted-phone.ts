import type { Header, ResponseOptions, SipMessage, SipRequest, SipResponse } from '@samtal/sip';
import {
  answerChallenge,
  callIdOf,
  contactUriOf,
  createResponse,
  header,
  headers,
  parseChallenge,
  parseMessage,
  parseNameAddr,
  prependHeader,
  serialize,
  writeCredentials,
} from '@samtal/sip';
import { digestHash as hash } from '../../crypto/digest-hash.ts';
import type { SipServer } from '../sip-server.ts';

/** The data that a phone needs to send requests within a call. */
export type PhoneDialog = {
  readonly callId: string;
  readonly from: string;
  readonly to: string;
  readonly target: string;
  readonly routes: readonly string[];
};

export type RequestOptions = {
  readonly uri?: string;
  readonly from?: string;
  readonly to?: string;
  readonly callId?: string;
  readonly cseq?: number;
  readonly branch?: string;
  readonly maxForwards?: number;
  readonly contact?: string;
  /** UUID of the device, for REGISTER. */
  readonly instance?: string;
  /** UUID of the browser, which several pages share, for REGISTER. */
  readonly browser?: string;
  /** Whether the phone announces text over RTP, for REGISTER. */
  readonly isTextPhone?: boolean;
  readonly headers?: readonly Header[];
  readonly body?: string;
};

/** A phone that sends only what a test tells it to, over an in-memory connection. */
export type ScriptedPhone = {
  readonly contact: string;
  /** All messages from the server, in order. */
  readonly heard: SipMessage[];
  /** WebSocket code and reason of each close by the server. */
  readonly closings: { readonly code: number; readonly reason: string }[];
  /** Sends a frame unchanged. */
  sendText(text: string): void;
  /** Sends a request outside a dialog and returns it. */
  request(method: string, target: string, options?: RequestOptions): SipRequest;
  /** Sends a request within a dialog and returns it. */
  requestIn(dialog: PhoneDialog, method: string, options?: RequestOptions): SipRequest;
  /** Sends the CANCEL of an INVITE, or the ACK of its refusal. */
  follow(invite: SipRequest, method: 'CANCEL' | 'ACK', more?: readonly Header[]): void;
  respond(request: SipRequest, status: number, options?: ResponseOptions): SipResponse;
  /** Sends the request again with credentials for the challenge in `refusal`. */
  authorize(request: SipRequest, refusal: SipResponse, options?: Partial<Authorization>): SipRequest;
  requests(method: string): SipRequest[];
  /** Statuses of the received responses to that method. */
  statuses(method: string): number[];
  /** The last response to a request of that method. */
  answer(method: string): SipResponse;
  drop(): void;
};

export type Authorization = {
  readonly username: string;
  readonly password: string;
  readonly count: number;
  /** Index of the challenge that is answered. */
  readonly choice: number;
  readonly cseq: number;
};

const contactParams = ({ instance, browser, isTextPhone = false }: RequestOptions): string =>
  [
    instance === undefined ? '' : `;+sip.instance="<urn:uuid:${instance}>"`,
    browser === undefined ? '' : `;+samtal.browser="${browser}"`,
    isTextPhone ? ';text' : '',
  ].join('');

type PhoneOptions = {
  readonly name: string;
  readonly password: string;
  readonly device: string;
  /** Host and port of a phone that sends over UDP; absent = one that sends over a WebSocket. */
  readonly udp?: string;
};

const isAnswerTo = (method: string) => (message: SipMessage) =>
  message.kind === 'response' && header(message, 'CSeq')?.endsWith(` ${method}`);

export function connectPhone(
  server: Pick<SipServer, 'accept'>,
  { name, password, device, udp }: PhoneOptions,
): ScriptedPhone {
  const heard: SipMessage[] = [];
  const closings: ScriptedPhone['closings'] = [];
  const contact = udp === undefined ? `sip:${device}@${device}.invalid;transport=ws` : `sip:${device}@${udp}`;
  let serial = 0;
  const handler = server.accept({
    remoteAddress: '192.0.2.1',
    // Each phone reaches the server under a different name, as behind several proxies.
    serverAddress: { host: `${device.toLowerCase()}.server.example`, port: 8443, transport: 'wss' },
    send(text) {
      const result = parseMessage(text);
      if (!result.ok) throw new Error(`the server sent an unreadable message: ${result.reason}`);
      heard.push(result.message);
    },
    close: (code, reason) => void closings.push({ code, reason }),
    terminate: () => handler.closed(),
    proved: () => undefined,
    setReading: () => undefined,
  });
  const transmit = <M extends SipMessage>(message: M): M => {
    handler.receive(serialize(message));
    return message;
  };
  const via = (branch: string): string =>
    udp === undefined
      ? `SIP/2.0/WS ${device}.invalid;branch=${branch}`
      : `SIP/2.0/UDP ${udp};rport;branch=${branch}`;
  const own = `<sip:${name}@demo.example>`;

  function build(method: string, to: string, options: RequestOptions): SipRequest {
    serial += 1;
    const id = `${device}${serial}`;
    return {
      kind: 'request',
      method,
      uri: options.uri ?? parseNameAddr(to)?.uri ?? to,
      headers: [
        { name: 'Via', value: via(options.branch ?? `z9hG4bK${id}`) },
        { name: 'Max-Forwards', value: String(options.maxForwards ?? 70) },
        { name: 'From', value: options.from ?? `${own};tag=${id}` },
        { name: 'To', value: options.to ?? to },
        { name: 'Call-ID', value: options.callId ?? `call-${id}` },
        { name: 'CSeq', value: `${options.cseq ?? serial} ${method}` },
        { name: 'Contact', value: `<${options.contact ?? contact}>${contactParams(options)}` },
        ...(options.headers ?? []),
      ],
      body: options.body ?? '',
    };
  }
  const responses = (method: string): SipResponse[] =>
    heard.filter((message): message is SipResponse => isAnswerTo(method)(message) === true);

  return {
    contact,
    heard,
    closings,
    sendText: (text) => handler.receive(text),
    request: (method, target, options = {}) => transmit(build(method, `<sip:${target}>`, options)),
    requestIn(dialog, method, options = {}) {
      const { callId, from, to, target, routes } = dialog;
      const route = routes.map((value) => ({ name: 'Route', value }));
      const more = [...route, ...(options.headers ?? [])];
      return transmit(build(method, to, { callId, from, uri: target, ...options, headers: more }));
    },
    follow(invite, method, more = []) {
      const refused = responses('INVITE').find(({ status }) => status >= 300);
      const number = Number.parseInt(header(invite, 'CSeq') ?? '', 10);
      const to = method === 'ACK' && refused !== undefined ? header(refused, 'To') : header(invite, 'To');
      transmit({
        ...build(method, header(invite, 'To') ?? '', {
          uri: invite.uri,
          from: header(invite, 'From') ?? '',
          to: to ?? '',
          callId: callIdOf(invite),
          cseq: number,
          headers: more,
          branch: /branch=([^;]+)/.exec(header(invite, 'Via') ?? '')?.[1] ?? '',
        }),
      });
    },
    respond(request, status, options = {}) {
      const response = createResponse(request, status, { toTag: `${device}-tag`, ...options });
      const routes = headers(request, 'Record-Route').map((value) => ({ name: 'Record-Route', value }));
      const more = [...routes, { name: 'Contact', value: `<${contact}>` }];
      return transmit({ ...response, headers: [...response.headers, ...more] });
    },
    authorize(request, refusal, options = {}) {
      const isProxy = refusal.status === 407;
      const offers = headers(refusal, isProxy ? 'Proxy-Authenticate' : 'WWW-Authenticate');
      const challenge = parseChallenge(offers[options.choice ?? 0] ?? '');
      if (challenge === undefined) throw new Error('challenge not found');
      const credentials = answerChallenge(hash, challenge, {
        username: options.username ?? name,
        password: options.password ?? password,
        method: request.method,
        uri: request.uri,
        cnonce: 'cnonce',
        count: options.count ?? 1,
      });
      const field = isProxy ? 'Proxy-Authorization' : 'Authorization';
      serial += 1;
      const { headers: fields, ...rest } = request;
      const again = fields
        .filter((each) => each.name !== 'Via' && each.name !== 'CSeq' && each.name !== field)
        .concat(
          { name: 'CSeq', value: `${options.cseq ?? serial} ${request.method}` },
          { name: field, value: writeCredentials(credentials, undefined) },
        );
      return transmit(prependHeader({ ...rest, headers: again }, 'Via', via(`z9hG4bK${device}${serial}`)));
    },
    requests: (method) =>
      heard.filter(
        (message): message is SipRequest => message.kind === 'request' && message.method === method,
      ),
    statuses: (method) => responses(method).map(({ status }) => status),
    answer(method) {
      const last = responses(method).at(-1);
      if (last === undefined) throw new Error(`no answer to ${method}`);
      return last;
    },
    drop: () => handler.closed(),
  };
}

/** The caller's side of a call that `success` opened (RFC 3261 §12.1.2). */
export const callerDialog = (success: SipResponse): PhoneDialog => ({
  callId: callIdOf(success),
  from: header(success, 'From') ?? '',
  to: header(success, 'To') ?? '',
  target: contactUriOf(success),
  routes: headers(success, 'Record-Route').toReversed(),
});

/** The callee's side of a call that `success` opened (RFC 3261 §12.1.1). */
export const calleeDialog = (invite: SipRequest, success: SipResponse): PhoneDialog => ({
  callId: callIdOf(invite),
  from: header(success, 'To') ?? '',
  to: header(invite, 'From') ?? '',
  target: contactUriOf(invite),
  routes: headers(invite, 'Record-Route'),
});
