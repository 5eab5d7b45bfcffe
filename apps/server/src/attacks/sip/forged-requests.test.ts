import type { SipMessage } from '@samtal/sip';
import { createResponse, header, headers, serialize, tagOf } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, describe, expect, test } from 'vitest';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { PhoneDialog, ScriptedPhone } from '../../sip/testing/scripted-phone.ts';
import { callerDialog } from '../../sip/testing/scripted-phone.ts';
import type { TestBed } from '../../sip/testing/test-bed.ts';
import { createTestBed, settle } from '../../sip/testing/test-bed.ts';

let clock: FakeClock;
let bed: TestBed;
/** The attacker, who has an account, as every user may. */
let mallory: ScriptedPhone;
let bobby: ScriptedPhone;
let carol: ScriptedPhone;

beforeEach(async () => {
  clock = createFakeClock();
  bed = createTestBed(clock);
  mallory = await bed.registered('alice', 'mallory');
  bobby = await bed.registered('bobby');
  carol = await bed.registered('carol');
});

const BOBBY = 'bobby@demo.example';
const CAROL = '"Carol (bank)" <sip:carol@demo.example>;tag=1';
const arrivedAt = (phone: ScriptedPhone, method: string) =>
  phone.requests(method).at(-1) ?? expect.fail(`no ${method} arrived`);

/** The Record-Route of a ringing call to bobby, as the attacker receives it. */
async function ringingToken(): Promise<readonly string[]> {
  mallory.request('INVITE', BOBBY);
  await settle();
  bobby.respond(arrivedAt(bobby, 'INVITE'), 180);
  await settle();
  return headers(mallory.answer('INVITE'), 'Record-Route');
}

/** The Record-Route of a call to bobby that the attacker has cancelled. */
async function cancelledToken(): Promise<readonly string[]> {
  const invite = mallory.request('INVITE', BOBBY);
  await settle();
  const arrived = arrivedAt(bobby, 'INVITE');
  bobby.respond(arrived, 180);
  await settle();
  const routes = headers(mallory.answer('INVITE'), 'Record-Route');
  mallory.follow(invite, 'CANCEL');
  await settle();
  bobby.respond(arrivedAt(bobby, 'CANCEL'), 200);
  bobby.respond(arrived, 487);
  await settle();
  bobby.heard.length = 0;
  return routes;
}

const forged = (routes: readonly string[], to: string): PhoneDialog => ({
  callId: 'forged',
  from: CAROL,
  to,
  target: bobby.contact,
  routes,
});

describe('a token is valid for its own call only', () => {
  test.each([
    ['an empty tag', `<sip:${BOBBY}>;tag`, 400],
    ['an empty tag with an equals sign', `<sip:${BOBBY}>;tag=`, 400],
    ['a quoted tag', `<sip:${BOBBY}>;tag="x"`, 400],
    ['a made-up tag', `<sip:${BOBBY}>;tag=x`, 481],
  ])(
    'RFC 3261 §12.2 requests with the token of a cancelled call and %s are not forwarded',
    async (_name, to, status) => {
      const routes = await cancelledToken();
      for (const method of ['INVITE', 'MESSAGE', 'OPTIONS', 'BYE', 'INFO'])
        mallory.sendText(rawIn(forged(routes, to), method));
      await settle();
      for (const method of ['INVITE', 'MESSAGE', 'OPTIONS', 'BYE', 'INFO'])
        expect([method, mallory.statuses(method).at(-1)]).toEqual([method, status]);
      expect(bobby.heard).toEqual([]);
    },
  );

  test('RFC 3261 §12.2 the token of a ringing call forwards no request with another Call-ID or tag', async () => {
    const routes = await ringingToken();
    bobby.heard.length = 0;
    const callId = header(mallory.answer('INVITE'), 'Call-ID') ?? '';
    for (const dialog of [
      forged(routes, `<sip:${BOBBY}>;tag=bobbyphone-tag`),
      { ...forged(routes, `<sip:${BOBBY}>;tag=bobbyphone-tag`), callId },
      {
        ...forged(routes, `<sip:${BOBBY}>;tag=other`),
        callId,
        from: header(mallory.answer('INVITE'), 'From') ?? '',
      },
    ])
      for (const method of ['INVITE', 'MESSAGE']) mallory.requestIn(dialog, method);
    await settle();
    expect(bobby.heard).toEqual([]);
    expect(mallory.statuses('MESSAGE')).toEqual([481, 481, 481]);
  });

  test('RFC 3261 §12.2 the token of a call that ended with BYE forwards nothing', async () => {
    const call = await bed.call(mallory, bobby, BOBBY);
    mallory.requestIn(call.caller, 'BYE');
    await settle();
    bobby.respond(arrivedAt(bobby, 'BYE'), 200);
    await settle();
    bobby.heard.length = 0;
    for (const method of ['INVITE', 'MESSAGE', 'INFO', 'BYE']) mallory.requestIn(call.caller, method);
    mallory.requestIn(call.caller, 'ACK', { cseq: 1 });
    await settle();
    expect(bobby.heard).toEqual([]);
    expect(mallory.statuses('MESSAGE')).toEqual([481]);
  });
});

describe('From is checked within a call', () => {
  test.each([
    ['the address of another account', (from: string) => from.replace(/<[^>]*>/, '<sip:carol@demo.example>')],
    [
      'a name and the address of another account',
      (from: string) => from.replace(/<[^>]*>/, '"112" <sip:112@demo.example>'),
    ],
    ['a telephone number', (from: string) => from.replace(/<[^>]*>/, '<tel:112>')],
  ])('D9 a request within a call from %s is refused with 403', async (_name, change) => {
    const call = await bed.call(mallory, bobby, BOBBY);
    const before = bobby.heard.length;
    for (const method of ['INVITE', 'MESSAGE', 'INFO', 'UPDATE', 'BYE'])
      mallory.requestIn({ ...call.caller, from: change(call.caller.from) }, method);
    await settle();
    for (const method of ['INVITE', 'MESSAGE', 'INFO', 'UPDATE', 'BYE'])
      expect([method, mallory.statuses(method).at(-1)]).toEqual([method, 403]);
    expect(bobby.heard.length).toBe(before);
  });

  test('D9 the To of a request within a call must name the other end by its address', async () => {
    const call = await bed.call(mallory, bobby, BOBBY);
    const before = bobby.heard.length;
    const to = call.caller.to.replace(`<sip:${BOBBY}>`, '"Evil" <sip:evil@demo.example>');
    mallory.requestIn({ ...call.caller, to }, 'MESSAGE');
    await settle();
    expect([mallory.statuses('MESSAGE'), bobby.heard.length]).toEqual([[403], before]);
  });

  test('D9 the callee can send only from its own address too', async () => {
    const call = await bed.call(carol, bobby, BOBBY);
    bobby.requestIn({ ...call.callee, from: call.callee.from.replace('bobby@', '112@') }, 'MESSAGE');
    await settle();
    expect([bobby.statuses('MESSAGE'), carol.requests('MESSAGE')]).toEqual([[403], []]);
  });
});

const CLAIMS = [
  'P-Asserted-Identity',
  'p-asserted-identity',
  'P-Preferred-Identity',
  'Remote-Party-ID',
  'Identity',
  'y',
  'Identity-Info',
  'n',
  'History-Info',
  'Referred-By',
  'b',
  'Diversion',
  'P-Called-Party-ID',
  'P-Associated-URI',
  'Answer-Mode',
  'Priv-Answer-Mode',
  'Alert-Info',
];
const claims = CLAIMS.map((name) => ({ name, value: '<sip:112@demo.example>' }));
const LONG_NAMES = [
  ...CLAIMS,
  'Authorization',
  'Proxy-Authorization',
  'WWW-Authenticate',
  'Proxy-Authenticate',
];
const digest = 'Digest username="bobby", realm="demo.example", nonce="n", uri="sip:x", response="r"';
const credentials = ['Authorization', 'Proxy-Authorization'].map((name) => ({ name, value: digest }));
const claimsIn = (message: SipMessage): string[] =>
  LONG_NAMES.filter((name) => headers(message, name).length > 0);

describe('identity claims and credentials are not forwarded', () => {
  test('RFC 3261 §20.9 a caller makes no phone answer by itself by Call-Info, which else arrives', async () => {
    const address = '<sip:192.0.2.10>;purpose=x-local-ip';
    const fields = [
      { name: 'Call-Info', value: address },
      { name: 'Call-Info', value: '<sip:demo.example>; Answer-After=0' },
    ];
    mallory.request('INVITE', BOBBY, { headers: fields });
    await settle();
    expect(bobby.requests('INVITE').flatMap((invite) => headers(invite, 'Call-Info'))).toEqual([address]);
  });

  test('RFC 3325 §5 requests outside and within a call arrive without identity claims and credentials', async () => {
    mallory.request('INVITE', BOBBY, { headers: [...claims, ...credentials] });
    mallory.request('MESSAGE', BOBBY, { headers: [...claims, ...credentials] });
    await settle();
    const call = await bed.call(mallory, bobby, BOBBY);
    for (const method of ['INFO', 'MESSAGE', 'INVITE'])
      mallory.requestIn(call.caller, method, { headers: [...claims, ...credentials] });
    mallory.requestIn(call.caller, 'ACK', { cseq: 9, headers: [...claims, ...credentials] });
    await settle();
    expect(bobby.requests('INVITE').length + bobby.requests('MESSAGE').length).toBe(5);
    for (const message of bobby.heard) expect(claimsIn(message)).toEqual([]);
  });

  test('a response of the callee arrives without them', async () => {
    const challenges = ['WWW-Authenticate', 'Proxy-Authenticate', 'Authentication-Info'].map((name) => ({
      name,
      value: 'Digest realm="demo.example", nonce="n"',
    }));
    mallory.request('INVITE', BOBBY);
    await settle();
    for (const status of [180, 200])
      bobby.respond(arrivedAt(bobby, 'INVITE'), status, { headers: [...claims, ...challenges] });
    await settle();
    expect(mallory.statuses('INVITE')).toEqual([100, 180, 200]);
    for (const message of mallory.heard) expect(claimsIn(message)).toEqual([]);
  });

  test.each([401, 407])('RFC 3261 §26 a %i of the callee does not reach the caller', async (status) => {
    const challenge = { name: 'Proxy-Authenticate', value: 'Digest realm="demo.example", nonce="n"' };
    mallory.request('INVITE', BOBBY);
    mallory.request('MESSAGE', BOBBY);
    await settle();
    for (const method of ['INVITE', 'MESSAGE'])
      bobby.respond(arrivedAt(bobby, method), status, { headers: [challenge] });
    await settle();
    expect([mallory.statuses('INVITE'), mallory.statuses('MESSAGE')]).toEqual([[100, 480], [480]]);
    const call = await bed.call(mallory, bobby, BOBBY);
    mallory.requestIn(call.caller, 'INFO');
    await settle();
    bobby.respond(arrivedAt(bobby, 'INFO'), status, { headers: [challenge] });
    await settle();
    expect(mallory.statuses('INFO')).toEqual([403]);
    for (const message of mallory.heard) expect(claimsIn(message)).toEqual([]);
  });

  test('RFC 3891 an INVITE that refers to a call of others is refused', async () => {
    const call = await bed.call(carol, bobby, BOBBY);
    const before = bobby.heard.length;
    for (const name of ['Replaces', 'Join', 'Target-Dialog'])
      mallory.request('INVITE', BOBBY, {
        headers: [
          {
            name,
            value: `${call.caller.callId};to-tag=${tagOf(call.caller.to)};from-tag=${tagOf(call.caller.from)}`,
          },
        ],
      });
    await settle();
    expect(mallory.statuses('INVITE')).toEqual([403, 403, 403]);
    expect(bobby.heard.length).toBe(before);
  });
});

describe('a response is built from the request that the server stored', () => {
  test('RFC 3261 §16.7 the callee cannot choose Via, From, To, Call-ID, CSeq and Record-Route of a response', async () => {
    const sent = mallory.request('INVITE', BOBBY);
    await settle();
    const arrived = arrivedAt(bobby, 'INVITE');
    const ours = headers(arrived, 'Via')[0] ?? '';
    const answer = createResponse(arrived, 486, { toTag: 'b' });
    bobby.sendText(
      serialize({
        ...answer,
        headers: [
          { name: 'Via', value: ours },
          { name: 'Via', value: 'SIP/2.0/WS evil.invalid;branch=z9hG4bKevil' },
          { name: 'From', value: '<sip:evil@demo.example>;tag=evil' },
          { name: 'To', value: '<sip:evil@demo.example>;tag=b' },
          { name: 'Call-ID', value: 'evil' },
          { name: 'CSeq', value: '4711 INVITE' },
          { name: 'Record-Route', value: '<sip:evil.example;lr>' },
        ],
      }),
    );
    await settle();
    const heard = mallory.answer('INVITE');
    expect(heard.status).toBe(486);
    for (const name of ['Via', 'From', 'Call-ID', 'CSeq'])
      expect(headers(heard, name)).toEqual(headers(sent, name));
    expect(header(heard, 'To')).toBe(`<sip:${BOBBY}>;tag=b`);
    expect(headers(heard, 'Record-Route')).toEqual([]);
  });

  test('RFC 3261 §16.7 a response with only the server’s Via reaches the caller with a Via', async () => {
    const sent = mallory.request('MESSAGE', BOBBY);
    await settle();
    const arrived = arrivedAt(bobby, 'MESSAGE');
    const answer = createResponse(arrived, 200, { toTag: 'b' });
    bobby.sendText(
      serialize({
        ...answer,
        headers: answer.headers.filter(
          ({ name, value }) => name !== 'Via' || value === headers(arrived, 'Via')[0],
        ),
      }),
    );
    await settle();
    expect(headers(mallory.answer('MESSAGE'), 'Via')).toEqual(headers(sent, 'Via'));
  });

  test('RFC 3261 §12.1.1 a 2xx without a tag is refused, and the callee gets BYE', async () => {
    mallory.request('INVITE', BOBBY);
    await settle();
    bobby.sendText(serialize(createResponse(arrivedAt(bobby, 'INVITE'), 200)));
    await settle();
    expect(mallory.statuses('INVITE')).toEqual([100, 502]);
    expect([bobby.requests('ACK').length, bobby.requests('BYE').length]).toEqual([1, 1]);
  });

  test('RFC 3261 §12.1.1 a 2xx without Contact gets the registered Contact of the callee', async () => {
    mallory.request('INVITE', BOBBY);
    await settle();
    bobby.sendText(serialize(createResponse(arrivedAt(bobby, 'INVITE'), 200, { toTag: 'b' })));
    await settle();
    const success = mallory.answer('INVITE');
    expect(headers(success, 'Contact')).toEqual([`<${bobby.contact}>`]);
    mallory.requestIn(callerDialog(success), 'BYE');
    await settle();
    expect(bobby.requests('BYE')).toHaveLength(1);
  });
});

describe('unreadable responses that another account has caused have no cost for their sender', () => {
  test('D15 a callee with unreadable responses to forwarded requests keeps its connection', async () => {
    const call = await bed.call(carol, bobby, BOBBY);
    for (let round = 0; round < 20; round++) {
      bobby.heard.length = 0;
      for (let count = 0; count < SIP_LIMITS.requestsToOne.perSecond; count++)
        mallory.request('OPTIONS', BOBBY);
      await settle();
      for (const options of bobby.requests('OPTIONS'))
        bobby.sendText(
          serialize(createResponse(options, 200, { toTag: 'x' })).replace(
            /^To: .*$/m,
            'To: <sip:x>;tag;tag=x',
          ),
        );
      clock.advance(1000);
      await settle();
    }
    expect(bobby.closings).toEqual([]);
    bobby.requestIn(call.callee, 'BYE');
    await settle();
    expect(carol.requests('BYE')).toHaveLength(1);
  });

  test('an account that sends unreadable responses without a request is disconnected', async () => {
    for (let count = 0; count < 1000; count++) bobby.sendText('SIP/2.0 200 OK\r\nrubbish\r\n\r\n');
    await settle();
    expect(bobby.closings).toMatchObject([{ code: 1008 }]);
  });
});

describe('limits apply within a call', () => {
  test('RFC 3428 §8 an account has a message limit within a call, and can still hang up', async () => {
    const call = await bed.call(mallory, bobby, BOBBY);
    for (let count = 0; count < 150; count++) mallory.requestIn(call.caller, 'MESSAGE');
    await settle();
    const { burst } = SIP_LIMITS.requestsInDialog;
    expect(bobby.requests('MESSAGE')).toHaveLength(burst);
    expect(new Set(mallory.statuses('MESSAGE'))).toEqual(new Set([503]));
    mallory.requestIn(call.caller, 'BYE');
    await settle();
    expect(bobby.requests('BYE')).toHaveLength(1);
  });

  test('a callee can open only a few early dialogs in one call', async () => {
    mallory.request('INVITE', BOBBY);
    await settle();
    for (let count = 0; count < 9; count++)
      bobby.respond(arrivedAt(bobby, 'INVITE'), 180, { toTag: `t${count}` });
    await settle();
    expect(mallory.statuses('INVITE')).toHaveLength(1 + SIP_LIMITS.dialogsPerBranch);
  });
});

/**
 * The text of a request within a dialog, written by hand: our serializer could not write some of the tested
 * requests.
 */
function rawIn({ callId, from, to, target, routes }: PhoneDialog, method: string): string {
  return [
    `${method} ${target} SIP/2.0`,
    `Via: SIP/2.0/WS mallory.invalid;branch=z9hG4bK${method}raw`,
    'Max-Forwards: 70',
    `From: ${from}`,
    `To: ${to}`,
    `Call-ID: ${callId}`,
    `CSeq: 7 ${method}`,
    ...routes.map((route) => `Route: ${route}`),
    'Contact: <sip:mallory@mallory.invalid>',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

test('D101 an INVITE whose To names another user than the one who is called is refused: a transfer would show that name', async () => {
  mallory.request('INVITE', BOBBY, { to: '<sip:carol@demo.example>' });
  await settle();
  expect(mallory.statuses('INVITE')).toEqual([403]);
  expect([...bobby.requests('INVITE'), ...carol.requests('INVITE')]).toEqual([]);
});
