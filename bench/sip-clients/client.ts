/** SIP clients over WebSocket that cost this process little: their messages are templates. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const random = (bytes: number): string => randomBytes(bytes).toString('hex');

export type Identity = {
  readonly username: string;
  readonly secret: string;
  /** The network address that the client claims as if a proxy had seen it. */
  readonly address: string;
};

export type Client = {
  readonly username: string;
  /** Fulfilled with the final status, after one challenge was answered. */
  register(): Promise<number>;
  message(username: string): Promise<number>;
  close(): void;
};

/** The last challenge of a response, which is the one for MD5. */
const challengeIn = (response: string): string =>
  [...response.matchAll(/^(?:WWW|Proxy)-Authenticate: (.*)$/gim)].at(-1)?.[1] ?? '';
const parameter = (value: string, name: string): string =>
  new RegExp(`${name}="?([^",]+)"?`, 'i').exec(value)?.[1]?.trim() ?? '';

function credentials(challenge: string, { username, secret }: Identity, method: string, uri: string): string {
  const [realm, nonce] = [parameter(challenge, 'realm'), parameter(challenge, 'nonce')];
  const user = `username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=MD5`;
  const hash = [md5(`${username}:${realm}:${secret}`), nonce];
  const request = md5(`${method}:${uri}`);
  if (!challenge.includes('qop')) return `Digest ${user}, response="${md5([...hash, request].join(':'))}"`;
  const cnonce = random(4);
  const response = md5([...hash, '00000001', cnonce, 'auth', request].join(':'));
  return `Digest ${user}, response="${response}", qop=auth, cnonce="${cnonce}", nc=00000001`;
}

/** The answer to a request: 200, with the fields that an answer copies. */
function answerTo(request: string, tag: string): string {
  const copied = request
    .split('\r\n')
    .filter((line) => /^(?:Via|From|Call-ID|CSeq|To):/i.test(line))
    .map((line) => (/^To:(?!.*;tag=)/i.test(line) ? `${line};tag=${tag}` : line));
  return ['SIP/2.0 200 OK', ...copied, 'Content-Length: 0', '', ''].join('\r\n');
}

type Sent = {
  readonly method: string;
  readonly to: string;
  readonly uri: string;
  readonly lines: readonly string[];
  readonly body: string;
  readonly callId: string;
  readonly answered: (status: number) => void;
  cseq: number;
  isAuthorized: boolean;
};

/** Connects a client of `domain`; it answers each MESSAGE with 200. */
export async function connectClient(uri: string, domain: string, identity: Identity): Promise<Client> {
  const { username, address } = identity;
  const socket = new WebSocket(uri, 'sip', {
    perMessageDeflate: false,
    headers: { 'X-Forwarded-For': address },
  });
  await once(socket, 'open');
  const host = `${random(6)}.invalid`;
  const [tag, callId, instance] = [random(4), random(8), random(6)];
  const waiting = new Map<string, Sent>();
  let registers = 0;

  function send(sent: Sent, authorization: string): void {
    const branch = `z9hG4bK${random(7)}`;
    waiting.set(branch, sent);
    const lines = [
      `${sent.method} ${sent.uri} SIP/2.0`,
      `Via: SIP/2.0/WS ${host};branch=${branch}`,
      'Max-Forwards: 70',
      `From: <sip:${username}@${domain}>;tag=${tag}`,
      `To: <sip:${sent.to}>`,
      `Call-ID: ${sent.callId}`,
      `CSeq: ${sent.cseq} ${sent.method}`,
      ...sent.lines,
      ...(authorization === '' ? [] : [authorization]),
      `Content-Length: ${sent.body.length}`,
      '',
      sent.body,
    ];
    socket.send(lines.join('\r\n'));
  }

  function receive(text: string): void {
    if (!text.startsWith('SIP/2.0 ')) {
      socket.send(answerTo(text, tag));
      return;
    }
    const status = Number(text.slice(8, 11));
    const branch = /^Via:.*?branch=([^;,\s]+)/im.exec(text)?.[1] ?? '';
    const sent = waiting.get(branch);
    if (sent === undefined || status < 200) return;
    waiting.delete(branch);
    if ((status === 401 || status === 407) && !sent.isAuthorized) {
      sent.isAuthorized = true;
      sent.cseq += 1;
      const name = status === 401 ? 'Authorization' : 'Proxy-Authorization';
      send(sent, `${name}: ${credentials(challengeIn(text), identity, sent.method, sent.uri)}`);
    } else sent.answered(status);
  }

  const request = (open: Omit<Sent, 'answered' | 'isAuthorized'>): Promise<number> =>
    new Promise((answered) => send({ ...open, answered, isAuthorized: false }, ''));

  socket.on('message', (data: Buffer) => receive(data.toString('utf8')));
  return {
    username,
    register: () => {
      registers += 2;
      return request({
        method: 'REGISTER',
        uri: `sip:${domain}`,
        to: `${username}@${domain}`,
        callId,
        cseq: registers,
        lines: [
          `Contact: <sip:${instance}@${host};transport=ws>;+sip.instance="<urn:uuid:00000000-0000-4000-8000-${instance}>";expires=600`,
          'Supported: path, outbound',
          'User-Agent: bench',
        ],
        body: '',
      });
    },
    message: (to) =>
      request({
        method: 'MESSAGE',
        uri: `sip:${to}@${domain}`,
        to: `${to}@${domain}`,
        callId: random(8),
        cseq: 1,
        lines: ['Content-Type: text/plain', 'User-Agent: bench'],
        body: 'Twenty letters, ASCII',
      }),
    close: () => socket.terminate(),
  };
}

/** Runs `task` for each number below `count`, `atOnce` of them at a time. */
export async function each(
  count: number,
  atOnce: number,
  task: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}
