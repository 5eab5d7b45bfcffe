import { expect, test } from 'vitest';
import { type WireMessage, wireFaults } from './wire-rules.ts';

type Draft = {
  readonly direction: 'in' | 'out';
  readonly start: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly at?: number;
};

const text = ({ start, headers, body = '' }: Draft): string =>
  [
    start,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
const wire = (drafts: readonly Draft[]): WireMessage[] =>
  drafts.map((draft, n) => ({ direction: draft.direction, flow: 1, at: draft.at ?? n, text: text(draft) }));

const contact = { Contact: '<sip:a@a.invalid;transport=ws>' };
const sdp = { headers: { 'Content-Type': 'application/sdp' }, body: 'v=0\r\ns=å\r\n' };

type Request = {
  readonly branch: string;
  readonly cseq: string;
  readonly toTag?: string;
  readonly uri?: string;
};
/** A request of alice; the log is that of her connection. */
function request({ branch, cseq, toTag, uri = 'sip:bobby@demo.example' }: Request, more = {}): Draft {
  return {
    direction: 'in',
    start: `${cseq.split(' ')[1]} ${uri} SIP/2.0`,
    headers: {
      Via: `SIP/2.0/WS a.invalid;branch=z9hG4bK${branch}`,
      'Max-Forwards': '70',
      From: '"Alice" <sip:alice@demo.example>;tag=a1',
      To: `<sip:bobby@demo.example>${toTag === undefined ? '' : `;tag=${toTag}`}`,
      'Call-ID': 'call-1',
      CSeq: cseq,
      ...more,
    },
  };
}
function answer(asked: Draft, status: number, toTag?: string, more = {}): Draft {
  const { Via, From = '', To = '', 'Call-ID': callId = '', CSeq = '' } = asked.headers;
  const tag = toTag === undefined || To.includes(';tag=') ? '' : `;tag=${toTag}`;
  return {
    direction: asked.direction === 'in' ? 'out' : 'in',
    start: `SIP/2.0 ${status} Whatever`,
    headers: {
      Via: `${Via};received=192.0.2.1`,
      From,
      To: `${To}${tag}`,
      'Call-ID': callId,
      CSeq,
      ...more,
    },
  };
}

const invite: Draft = {
  ...request({ branch: '1', cseq: '1 INVITE' }, { ...contact, ...sdp.headers }),
  body: sdp.body,
};
const trying = answer(invite, 100);
const ringing = answer(invite, 180, 'b1', contact);
const accepted: Draft = { ...answer(invite, 200, 'b1', { ...contact, ...sdp.headers }), body: sdp.body };
const ack = request({ branch: '2', cseq: '1 ACK', toTag: 'b1', uri: 'sip:b@b.invalid' });
const message: Draft = {
  ...request({ branch: '3', cseq: '2 MESSAGE', toTag: 'b1' }, { 'Content-Type': 'text/plain' }),
  body: 'hej å 👋🏽',
};
const delivered = answer(message, 200);
const bye: Draft = {
  direction: 'out',
  start: 'BYE sip:a@a.invalid SIP/2.0',
  headers: {
    Via: 'SIP/2.0/WS server.invalid;branch=z9hG4bK9',
    'Max-Forwards': '69',
    From: '<sip:bobby@demo.example>;tag=b1',
    To: '"Alice" <sip:alice@demo.example>;tag=a1',
    'Call-ID': 'call-1',
    CSeq: '1 BYE',
  },
};
const gone = answer(bye, 200);
const call = [invite, trying, ringing, accepted, ack, message, delivered, bye, gone];

const cancel = request({ branch: '1', cseq: '1 CANCEL' });
const cancelled = answer(cancel, 200, 'b1');
const ended = answer(invite, 487, 'b1');
const ackOfEnd = request({ branch: '1', cseq: '1 ACK', toTag: 'b1' });
const givenUp = [invite, trying, cancel, cancelled, ended, ackOfEnd];

const asked: Draft = request(
  { branch: 'r1', cseq: '1 REGISTER', uri: 'sip:demo.example' },
  { ...contact, 'Call-ID': 'registration' },
);
const again: Draft = request(
  { branch: 'r2', cseq: '2 REGISTER', uri: 'sip:demo.example' },
  { ...contact, 'Call-ID': 'registration' },
);
const registered = [asked, answer(asked, 401, 's'), again, answer(again, 200, 's')];

test.each([
  ['a call with text', call],
  ['a call given up', givenUp],
  ['a registration', registered],
  ['the same message once more', [invite, trying, invite, trying, ended, ackOfEnd, ackOfEnd]],
  [
    'short names and a folded line',
    [{ ...asked, headers: { ...asked.headers, Supported: 'path,\r\n outbound' } }],
  ],
])('RFC 3261 the rules accept %s', (_name, drafts) => {
  expect(wireFaults(wire(drafts))).toEqual([]);
});

test('RFC 3261 §7.3.3 the rules read compact header names', () => {
  const [one] = wire([asked]);
  const compact = (one?.text ?? '')
    .replace('Via:', 'v:')
    .replace('From:', 'f:')
    .replace('To:', 't :')
    .replace('Call-ID:', 'i:')
    .replace('Content-Length:', 'l:')
    .replace('Contact:', 'm:');
  expect(wireFaults([{ direction: 'in', flow: 1, at: 0, text: compact }])).toEqual([]);
});

/** The draft with other header fields; undefined removes one. */
const altered = (draft: Draft, changes: Readonly<Record<string, string | undefined>>): Draft => ({
  ...draft,
  headers: Object.fromEntries(
    Object.entries({ ...draft.headers, ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  ),
});
const via = (branch: string): string => `SIP/2.0/WS a.invalid;branch=${branch}`;

test.each<[string, readonly Draft[]]>([
  ['1 in REGISTER: §8.1.1.7 a branch with the magic cookie', [altered(asked, { Via: via('r1') })]],
  ['1 in REGISTER: §8.1.1.7 a branch with the magic cookie', [altered(asked, { Via: via('z9hG4bK') })]],
  [
    '1 in REGISTER: RFC 7118 §5.2 Via says WS or WSS',
    [altered(asked, { Via: via('z9hG4bKr1').replace('WS', 'TCP') })],
  ],
  ['1 in REGISTER: §8.1.1.6 Max-Forwards', [altered(asked, { 'Max-Forwards': undefined })]],
  ['1 in REGISTER: §8.1.1.6 Max-Forwards', [altered(asked, { 'Max-Forwards': '256' })]],
  ['1 in REGISTER: §8.1.1.3 a From tag', [altered(asked, { From: '<sip:alice@demo.example>' })]],
  ['1 in REGISTER: §10.2 no To tag in REGISTER', [altered(asked, { To: '<sip:alice@demo.example>;tag=1' })]],
  ['1 in REGISTER: §8.1.1.5 the method in CSeq', [altered(asked, { CSeq: '1 INVITE' })]],
  ['1 in REGISTER: §8.1.1.5 a CSeq number below 2^31', [altered(asked, { CSeq: '2147483648 REGISTER' })]],
  ['1 in REGISTER: §8.1.1 one call-id', [altered(asked, { 'Call-ID': undefined })]],
  ['1 in REGISTER: §8.1.1 one from', [altered(asked, { from: '<sip:alice@demo.example>;tag=2' })]],
  ['1 in INVITE: §12.1.2 one Contact', [altered(invite, { Contact: undefined })]],
  [
    '1 in INVITE: §12.1.2 one Contact',
    [altered(invite, { Contact: '<sip:a@a.invalid>, "b, c" <sip:b@b.invalid>' })],
  ],
  ['1 in INVITE: §20.15 a Content-Type for a body', [altered(invite, { 'Content-Type': undefined })]],
  ['1 out 180 to INVITE: §12.1.1 one Contact', [invite, altered(ringing, { Contact: undefined })]],
  ['1 out 200 to INVITE: §12.1.1 one Contact', [invite, altered(accepted, { Contact: undefined })]],
  ['1 out 486 to INVITE: §8.2.6.2 a To tag in every answer but 100', [invite, answer(invite, 486)]],
  [
    '1 in MESSAGE: §12.2.1.1 a CSeq number above the last',
    [...call.slice(0, 5), altered(message, { CSeq: '1 MESSAGE' })],
  ],
  [
    '1 in MESSAGE: §8.1.1.7 a branch of its own',
    [...call.slice(0, 5), altered(message, { Via: via('z9hG4bK1') })],
  ],
  ['1 in BYE: §12.2.1.1 a To tag inside a dialog', [request({ branch: '5', cseq: '5 BYE' })]],
  ['1 in CANCEL: §9.1 an INVITE that CANCEL belongs to', [cancel, cancelled]],
  ['1 in CANCEL: §9.1 no CANCEL before a provisional answer', [invite, cancel, cancelled]],
  [
    '1 in CANCEL: §9.1 the CSeq number of the INVITE in CANCEL',
    [invite, trying, altered(cancel, { CSeq: '2 CANCEL' })],
  ],
  [
    '1 in CANCEL: §9.1 the to of the INVITE in CANCEL',
    [invite, trying, altered(cancel, { To: '<sip:bobby@demo.example>;tag=b1' })],
  ],
  [
    '1 in CANCEL: §9.1 the Request-URI of the INVITE in CANCEL',
    [invite, trying, { ...cancel, start: 'CANCEL sip:carol@demo.example SIP/2.0' }],
  ],
  [
    '1 in CANCEL: §9.1 the single Via of the INVITE in CANCEL',
    [invite, trying, altered(cancel, { Via: `${via('z9hG4bK1')}, ${via('z9hG4bK0')}` })],
  ],
  ['1 in ACK: §13.2.2.4 an accepted INVITE that this ACK acknowledges', [invite, ringing, ack]],
  [
    '1 in ACK: §13.2.2.4 an accepted INVITE that this ACK acknowledges',
    [invite, accepted, altered(ack, { CSeq: '2 ACK' })],
  ],
  [
    '1 in ACK: §17.1.1.3 a refusal that this ACK acknowledges',
    [invite, accepted, altered(ack, { Via: via('z9hG4bK1') })],
  ],
  [
    '1 in ACK: §17.1.1.3 the right To in ACK',
    [invite, ended, altered(ackOfEnd, { To: '<sip:bobby@demo.example>;tag=b2' })],
  ],
  ['1 out 200 to MESSAGE: §17.1.3 a request that is answered', [delivered]],
  [
    '1 out 200 to MESSAGE: §8.2.6.2 the call-id of the request',
    [message, altered(delivered, { 'Call-ID': 'call-2' })],
  ],
  [
    '1 out 200 to MESSAGE: §8.2.6.2 the cseq of the request',
    [message, altered(delivered, { CSeq: '3 MESSAGE' })],
  ],
  [
    '1 out 200 to MESSAGE: §8.2.6.2 the To tag of the request',
    [message, altered(delivered, { To: '<sip:bobby@demo.example>;tag=b2' })],
  ],
  [
    '1 out 200 to MESSAGE: §8.2.6.2 every Via of the request, in order',
    [message, altered(delivered, { Via: `${via('z9hG4bK3')}, ${via('z9hG4bK0')}` })],
  ],
])('%s', (fault, drafts) => {
  expect(wireFaults(wire(drafts))).toEqual([fault]);
});

test.each([
  ['too long', (draft: string) => draft.replace('Content-Length: 0', 'Content-Length: 1')],
  ['missing', (draft: string) => draft.replace('Content-Length: 0\r\n', '')],
])('§20.14 a Content-Length that is %s', (_name, change) => {
  const [one] = wire([asked]);
  if (one === undefined) expect.fail();
  expect(wireFaults([{ ...one, text: change(one.text) }])).toEqual([
    '1 in REGISTER: §20.14 an exact Content-Length',
  ]);
});

test('§20.14 Content-Length counts bytes, not characters', () => {
  const [one] = wire([message]);
  if (one === undefined) expect.fail();
  const characters = String(message.body?.length);
  const shortened = one.text.replace(/Content-Length: \d+/, `Content-Length: ${characters}`);
  expect(wireFaults([{ ...one, text: shortened }])).toEqual(['1 in MESSAGE: §20.14 an exact Content-Length']);
});

test.each(['', 'rubbish', 'REGISTER sip:demo.example SIP/2.0\r\nVia', 'HTTP/1.1 200 OK\r\n\r\n'])(
  '§7 %j is no SIP message',
  (rubbish) => {
    expect(wireFaults([{ direction: 'in', flow: 2, at: 0, text: rubbish }])).toEqual([
      `2 in: §7 no SIP message: ${rubbish.split('\r\n')[0]}`,
    ]);
  },
);

test.each([
  [answer(invite, 486, 'b1'), '486'],
  [accepted, '200'],
])('§13.2.2.4 §17.1.1.3 a missing ACK is a fault if the client has sent something later', (final, status) => {
  const later = (at: number) => wire([invite, final, { ...asked, at }, { ...answer(asked, 200, 's'), at }]);
  expect(wireFaults(later(6000))).toEqual([
    `1 out ${status} to INVITE: §13.2.2.4 §17.1.1.3 an ACK for every final answer`,
  ]);
  // Shortly afterwards the ACK may still be on its way, and a silent connection may be lost.
  expect(wireFaults(later(100))).toEqual([]);
});

test('the rules judge each connection and direction separately', () => {
  const other = wire([invite, ended, ackOfEnd]).map((each) => ({ ...each, flow: 2 }));
  expect(wireFaults([...wire(givenUp), ...other])).toEqual([]);
});

const counted = 'v=0\r\na=rtt-exact:1\r\n';
const frame = (position: number, kept: number): string => `\u0098P${position};${kept};0\u009Chej`;
/** A call with these bodies of offer, answer and MESSAGE. */
const callWith = (offer: string, accepting: string, body: string): readonly Draft[] => [
  { ...invite, body: offer },
  { ...accepted, body: accepting },
  ack,
  { ...message, body },
];

test.each([
  ['counts text', callWith(counted, counted, frame(3, 3)), []],
  ['does not count text', callWith('v=0\r\n', 'v=0\r\n', 'hej'), []],
  ['counts text at one end only', callWith(counted, 'v=0\r\n', 'hej'), []],
  [
    'counts text that was not offered',
    callWith('v=0\r\n', counted, 'hej'),
    ['1 out 200 to INVITE: D82 a=rtt-exact only in the answer to an offer that has it'],
  ],
  [
    'has a frame although one end does not count text',
    callWith(counted, 'v=0\r\n', frame(0, 0)),
    ['1 in MESSAGE: D82 no frame in a call that does not count text'],
  ],
  [
    'has no frame although both ends count text',
    callWith(counted, counted, 'hej'),
    ['1 in MESSAGE: D82 a frame in each MESSAGE of a call that counts text'],
  ],
  [
    'leaves text out',
    callWith(counted, counted, frame(5, 3)),
    ['1 in MESSAGE: D82 a MESSAGE that begins with the first text that is not confirmed'],
  ],
])('D82 the rules judge a call that %s', (_name, drafts, faults) => {
  expect(wireFaults(wire(drafts))).toEqual(faults);
});
