import { expect, test, vi } from 'vitest';
import { browserClock } from '../../page/browser-clock.ts';
import { answerTo } from '../testing/in-page-proxy.ts';
import { connect, createRegistered, noLimit, openScene, proxy, textOnly } from '../testing/test-phones.ts';
import { refuseTransfer } from './session-transfers.ts';

openScene();

const sent = (method: string) => proxy.messages.filter((message) => message.startsWith(`${method} `));

async function talk(more: Parameters<typeof createRegistered>[1] = {}) {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby', more)];
  const { callerId, calleeId, atCaller } = await connect(anna, bobby, textOnly);
  return { anna, annasId: callerId, bobby, bobbysId: calleeId, atCaller };
}
const refer = { do: 'refer', target: 'carl@demo.example' } as const;

test('D87 a client that takes REFER says so, is asked, and reports each step', async () => {
  const { anna, annasId, bobby, bobbysId, atCaller } = await talk();
  expect(atCaller.takesTransfers).toBe(true);
  anna.signalling.transfer(annasId, refer);
  const { referId, target } = await bobby.next('transferAsked');
  expect(target).toEqual({ address: 'carl@demo.example' });
  expect(await anna.next('transferAnswered')).toMatchObject({ status: 202 });
  expect(await anna.next('transferProgress')).toMatchObject({ status: 100 });
  const [request = ''] = sent('REFER');
  expect(request).toMatch(/^Refer-To: <sip:carl@demo\.example>\r$/m);
  expect(request).toMatch(/^Contact: </m);
  for (const status of [180, 486]) {
    bobby.signalling.transfer(bobbysId, { do: 'report', referId, status });
    expect(await anna.next('transferProgress')).toMatchObject({ status });
  }
  const notified = sent('NOTIFY');
  expect(notified.map((message) => /^Subscription-State: ([a-z]+)/m.exec(message)?.[1])).toEqual([
    'active',
    'active',
    'terminated',
  ]);
  for (const message of notified) {
    expect(message).toMatch(new RegExp(`^Event: refer;id=${referId}\\r$`, 'm'));
    expect(message).toMatch(/^Content-Type: message\/sipfrag;version=2\.0\r$/m);
  }
  expect(notified.at(-1)).toContain('\r\n\r\nSIP/2.0 486 Busy Here\r\n');
  // After the end nothing more is reported, and the peer may be asked again.
  bobby.signalling.transfer(bobbysId, { do: 'report', referId, status: 200 });
  anna.signalling.transfer(annasId, refer);
  await bobby.next('transferAsked');
  expect(sent('NOTIFY').filter((message) => message.includes('SIP/2.0 200'))).toEqual([]);
});

test('D87 a second question is refused while the first one is open', async () => {
  const { anna, annasId, bobby } = await talk();
  anna.signalling.transfer(annasId, refer);
  await anna.next('transferAnswered');
  anna.signalling.transfer(annasId, { do: 'refer', target: 'david@demo.example' });
  expect(await anna.next('transferAnswered')).toMatchObject({ status: 603 });
  expect(bobby.events.filter(({ type }) => type === 'transferAsked')).toHaveLength(1);
});

test('D87 a user who may not transfer calls refuses REFER, and the call goes on', async () => {
  const { anna, annasId, bobby } = await talk({ transfer: refuseTransfer });
  anna.signalling.transfer(annasId, refer);
  expect(await anna.next('transferAnswered')).toMatchObject({ status: 405 });
  anna.signalling.sendText(annasId, 1, 'kvar');
  await bobby.next('textReceived');
});

const answersTo = (method: string) =>
  proxy.messages.filter(
    (message) => message.startsWith('SIP/2.0') && new RegExp(`^CSeq: \\d+ ${method}\r$`, 'm').test(message),
  );
const progressOf = (phone: { readonly events: readonly { readonly type: string }[] }) =>
  phone.events.filter(({ type }) => type === 'transferProgress');

test.each([
  ['another REFER', ';id=1', 'SIP/2.0 481', 1],
  ['no REFER, as that of a client that sends one at a time,', '', 'SIP/2.0 200', 2],
])('D87 RFC 3515 a report whose Event names %s gets its answer', async (_name, id, status, reports) => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  anna.signalling.transfer(annasId, refer);
  const { referId } = await bobby.next('transferAsked');
  await anna.next('transferProgress');
  proxy.rewrite = (message) => (message.startsWith('NOTIFY') ? message.replace(/;id=\d+/, id) : message);
  bobby.signalling.transfer(bobbysId, { do: 'report', referId, status: 200 });
  await vi.waitUntil(() => answersTo('NOTIFY').length === 2);
  expect(answersTo('NOTIFY').at(-1)?.split('\r\n')[0]).toContain(status);
  expect(progressOf(anna)).toHaveLength(reports);
});

test('D87 RFC 3515 a REFER that was authenticated is named by its second CSeq', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  const challenge = 'Proxy-Authenticate: Digest realm="demo.example", nonce="n"\r\nContent-Length';
  proxy.filter = (message) => {
    if (!message.startsWith('REFER') || message.includes('\r\nProxy-Authorization: ')) return true;
    const refused = answerTo(message, '407 Proxy Authentication Required');
    proxy.inject('anna', refused.replace('Content-Length', challenge));
    return false;
  };
  anna.signalling.transfer(annasId, refer);
  const { referId } = await bobby.next('transferAsked');
  for (const status of [100, 180, 486]) {
    if (status > 100) bobby.signalling.transfer(bobbysId, { do: 'report', referId, status });
    expect(await anna.next('transferProgress')).toMatchObject({ status });
  }
});

test('D87 after three minutes a REFER hears no report, and the user may ask again', async () => {
  const limits: (() => void)[] = [];
  const keep = (run: () => void): (() => void) => {
    limits.push(run);
    return () => undefined;
  };
  const clock: typeof browserClock = {
    ...browserClock,
    setTimer: (delayMs, run) => (delayMs === 180_000 ? keep(run) : browserClock.setTimer(delayMs, run)),
  };
  const anna = await createRegistered('anna', { clock });
  const bobby = await createRegistered('bobby');
  const { callerId: annasId, calleeId: bobbysId } = await connect(anna, bobby, textOnly);
  anna.signalling.transfer(annasId, refer);
  const { referId } = await bobby.next('transferAsked');
  await anna.next('transferProgress');
  expect(limits).toHaveLength(1);
  limits[0]?.();
  bobby.signalling.transfer(bobbysId, { do: 'report', referId, status: 200 });
  await vi.waitUntil(() => answersTo('NOTIFY').length === 2);
  expect(answersTo('NOTIFY').at(-1)).toMatch(/^SIP\/2\.0 481 /);
  expect(progressOf(anna)).toHaveLength(1);
  anna.signalling.transfer(annasId, refer);
  await bobby.next('transferAsked');
  expect(await anna.next('transferProgress')).toMatchObject({ status: 100 });
});

/** Anna and Carl talk with Bobby, who lets Anna take his place at Carl. */
async function referToCarl() {
  const { anna, annasId, bobby, bobbysId } = await talk();
  const carl = await createRegistered('carl');
  const { callerId: carlsId, calleeId: withCarl } = await connect(carl, bobby, textOnly);
  bobby.signalling.transfer(bobbysId, { ...refer, replaces: withCarl });
  const { replaces } = await anna.next('transferAsked');
  return { anna, annasId, bobby, carl, carlsId, replaces };
}
const callCarl = (replaces: string | undefined) => ({
  callId: 'to-carl',
  target: 'carl@demo.example',
  wanted: textOnly,
  bandwidth: noLimit,
  ...(replaces === undefined ? {} : { replaces }),
});

test('D101 RFC 5589 a third user calls with Replaces, and the client at the target says which call it is', async () => {
  const { anna, carl, carlsId, replaces } = await referToCarl();
  expect(sent('REFER')[0]).toMatch(/^Refer-To: <sip:carl@demo\.example\?Replaces=[^<>;]+>\r$/m);
  anna.signalling.invite(callCarl(replaces));
  const invited = await carl.next('inviteReceived');
  expect(invited).toMatchObject({ from: { address: 'anna@demo.example' }, replaces: carlsId });
  await anna.next('ringing');
  const [invite = ''] = sent('INVITE').filter((message) => message.includes('\r\nReplaces: '));
  expect(invite).not.toMatch(/^Require: /m);
  carl.signalling.answer({ callId: invited.callId, wanted: textOnly, bandwidth: noLimit });
  await anna.next('callAccepted');
  await carl.next('callAccepted');
  // Whether the other call ends is decided by the core.
  expect(carl.events.filter(({ type }) => type === 'remoteHungUp')).toEqual([]);
});

test('D101 attack: Replaces that names no call gets 481, and nothing rings', async () => {
  const { anna, carl, replaces = '' } = await referToCarl();
  anna.signalling.invite(callCarl(replaces.replace('to-tag=', 'to-tag=x')));
  expect(await anna.next('callRefused')).toMatchObject({ status: 481 });
  expect(carl.events.filter(({ type }) => type === 'inviteReceived')).toEqual([]);
});

test('D101 a call that is over cannot be named to another user', async () => {
  const { anna, annasId, bobby, bobbysId } = await talk();
  bobby.signalling.transfer(bobbysId, { ...refer, replaces: 'gone' });
  expect(await bobby.next('transferAnswered')).toMatchObject({ status: 481 });
  expect(sent('REFER')).toEqual([]);
  anna.signalling.sendText(annasId, 1, 'kvar');
  await bobby.next('textReceived');
});

const kept = { keepsCalls: () => true };

/** Anna has asked bobby, in a call that outlives an interruption. */
async function askKept() {
  const [anna, bobby] = [await createRegistered('anna', kept), await createRegistered('bobby', kept)];
  const { callerId, calleeId } = await connect(anna, bobby, textOnly);
  anna.signalling.transfer(callerId, refer);
  const { referId } = await bobby.next('transferAsked');
  expect(await anna.next('transferProgress')).toMatchObject({ status: 100 });
  const decline = () => bobby.signalling.transfer(calleeId, { do: 'report', referId, status: 603 });
  const reads = () =>
    vi.waitUntil(
      () => anna.events.some((one) => one.type === 'transferProgress' && one.status === 603),
      8000,
    );
  return { bobby, decline, reads };
}

test.each(['before', 'after'])(
  'D80 D87 a report that is made just %s the connection is lost arrives when there is one again',
  async (when) => {
    const { bobby, decline, reads } = await askKept();
    if (when === 'before') {
      proxy.filter = (message) => !message.startsWith('NOTIFY');
      decline();
      await vi.waitUntil(() => sent('NOTIFY').length === 2);
      proxy.filter = () => true;
    }
    proxy.drop('bobby');
    await bobby.next('connectionLost');
    if (when === 'after') decline();
    const account = { address: 'bobby@demo.example', username: 'bobby', password: 'secret' };
    bobby.signalling.openConnection('wss://proxy.example/sip', account);
    await bobby.next('connectionOpened');
    bobby.signalling.register(600);
    await reads();
  },
);

test('D80 D87 a report to an asking user who is away for a moment is repeated', async () => {
  const { decline, reads } = await askKept();
  proxy.filter = (message) => {
    if (!message.startsWith('NOTIFY') || sent('NOTIFY').length > 3) return true;
    const refused = answerTo(message, '480 Temporarily Unavailable');
    proxy.inject('bobby', refused.replace('Content-Length', 'Retry-After: 1\r\nContent-Length'));
    return false;
  };
  decline();
  await reads();
  expect(sent('NOTIFY')).toHaveLength(4);
});
