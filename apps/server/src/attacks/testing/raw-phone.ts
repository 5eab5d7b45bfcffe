import { createHash } from 'node:crypto';

/** A frame that a raw phone has received, read line by line. */
export type RawFrame = {
  readonly text: string;
  /** The method of a request, such as `INVITE`, or the status of a response. */
  readonly what: string;
  readonly isRequest: boolean;
  /** Every value of a field, by its lower-case name. */
  all(name: string): readonly string[];
  /** The first value, or ''. */
  get(name: string): string;
  readonly body: string;
};

export type RawFields = {
  readonly uri: string;
  readonly branch: string;
  readonly from: string;
  readonly to: string;
  readonly callId: string;
  readonly cseq: number;
  /** Method in CSeq, if it differs from that of the request. */
  readonly cseqMethod?: string | undefined;
  readonly routes?: readonly string[];
  readonly contact?: string;
  readonly more?: readonly string[];
  readonly body?: string;
};

export type RawPhone = {
  readonly name: string;
  readonly contact: string;
  readonly heard: RawFrame[];
  send(text: string): void;
  request(method: string, fields: RawFields): string;
  respond(request: RawFrame, status: number, tag?: string, more?: readonly string[]): string;
  /** Adds a received frame. */
  take(text: string): void;
};

export function readFrame(text: string): RawFrame {
  const end = text.indexOf('\r\n\r\n');
  const [start = '', ...lines] = text.slice(0, end).split('\r\n');
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const all = (name: string): readonly string[] =>
    fields.filter(([known]) => known === name).map(([, value]) => value);
  const isRequest = !start.startsWith('SIP/2.0 ');
  return {
    text,
    isRequest,
    what: start.split(' ')[isRequest ? 0 : 1] ?? '',
    all,
    get: (name) => all(name)[0] ?? '',
    body: text.slice(end + 4),
  };
}

export const tagIn = (value: string): string => /;tag=([^;>]*)$/.exec(value)?.[1] ?? '';
export const addressIn = (value: string): string =>
  /<?sips?:([^;>?:]+)/.exec(value)?.[1]?.toLowerCase() ?? value;
export const branchIn = (via: string): string => /;branch=([^;,]+)/.exec(via)?.[1] ?? '';
/** The method in the CSeq of a response. */
export const methodOf = (frame: RawFrame): string => frame.get('cseq').split(' ')[1] ?? '';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/**
 * Creates a phone without a SIP library: it writes frames by hand and reads them line by line, so that a
 * defect of the project's own parser cannot hide in the test.
 * @param transmit sends a frame
 */
export function createRawPhone(name: string, transmit: (text: string) => void): RawPhone {
  const heard: RawFrame[] = [];
  const contact = `sip:${name}@${name}.invalid;transport=ws`;

  function send(text: string): void {
    transmit(text);
  }
  return {
    name,
    contact,
    heard,
    send,
    take: (text) => void heard.push(readFrame(text)),
    request(method, fields) {
      const { uri, branch, from, to, callId, cseq, cseqMethod = method } = fields;
      const { routes = [], more = [], body = '' } = fields;
      const text = [
        `${method} ${uri} SIP/2.0`,
        `Via: SIP/2.0/WS ${name}.invalid;branch=${branch}`,
        'Max-Forwards: 70',
        `From: ${from}`,
        `To: ${to}`,
        `Call-ID: ${callId}`,
        `CSeq: ${cseq} ${cseqMethod}`,
        `Contact: <${fields.contact ?? contact}>`,
        ...routes.map((route) => `Route: ${route}`),
        ...more,
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n');
      send(text);
      return text;
    },
    respond(request, status, tag, more = []) {
      const to = request.get('to');
      const text = [
        `SIP/2.0 ${status} x`,
        ...request.all('via').map((value) => `Via: ${value}`),
        `From: ${request.get('from')}`,
        `To: ${tag === undefined || tag === '' || tagIn(to) !== '' ? to : `${to};tag=${tag}`}`,
        `Call-ID: ${request.get('call-id')}`,
        `CSeq: ${request.get('cseq')}`,
        ...request.all('record-route').map((value) => `Record-Route: ${value}`),
        `Contact: <${contact}>`,
        ...more,
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n');
      send(text);
      return text;
    },
  };
}

/** The MD5 credentials for a challenge (RFC 2617 §3.2.2), as a field of the next REGISTER. */
export function authorization(challenge: string, user: string, password: string): string {
  const value = (key: string): string => new RegExp(`${key}="?([^",]+)`).exec(challenge)?.[1] ?? '';
  const [realm, nonce, uri] = [value('realm'), value('nonce'), 'sip:demo.example'];
  const ha1 = md5(`${user}:${realm}:${password}`);
  const response = md5(`${ha1}:${nonce}:00000001:cn:auth:${md5(`REGISTER:${uri}`)}`);
  return `Authorization: Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5, cnonce="cn", qop=auth, nc=00000001`;
}

/** Registers an account: REGISTER, 401, REGISTER with the digest. */
export async function registerRaw(
  phone: RawPhone,
  account: { readonly username: string; readonly password: string },
  settle: () => Promise<unknown>,
): Promise<void> {
  const { username, password } = account;
  const address = `<sip:${username}@demo.example>`;
  const register = (cseq: number, more: readonly string[]): string =>
    phone.request('REGISTER', {
      uri: 'sip:demo.example',
      branch: `z9hG4bK${phone.name}r${cseq}`,
      from: `${address};tag=r`,
      to: address,
      callId: `register-${phone.name}`,
      cseq,
      more,
    });
  register(1, []);
  await settle();
  const challenge =
    phone.heard
      .at(-1)
      ?.all('www-authenticate')
      .find((value) => value.includes('MD5')) ?? '';
  register(2, [authorization(challenge, username, password)]);
  await settle();
  if (phone.heard.at(-1)?.what !== '200') throw new Error(`${phone.name} did not register`);
}
