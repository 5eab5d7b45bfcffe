import { describe, expect, test, vi } from 'vitest';
import {
  connect,
  connections,
  createPhone,
  createRegistered,
  noLimit,
  openScene,
  type Phone,
  proxy,
  textOf,
  textOnly,
} from '../testing/test-phones.ts';
import type { SavedDialog } from './saved-dialog.ts';

openScene();

type Wire = 'data-channel' | 'message';

const options = (wire: Wire) => ({ keepsCalls: () => true, textTransports: [wire] });

type Scene = {
  readonly alice: Phone;
  readonly bobby: Phone;
  readonly callerId: string;
  readonly calleeId: string;
};

async function createCall(wire: Wire = 'data-channel'): Promise<Scene> {
  const alice = await createRegistered('alice', options(wire));
  const bobby = await createRegistered('bobby', options(wire));
  return { alice, bobby, ...(await connect(alice, bobby, textOnly)) };
}

const dialogOf = (phone: Phone, callId: string): string =>
  phone.signalling.dialogOf(callId) ?? expect.fail('no dialog');

/** The page of a user goes, with its peer connection, and leaves its dialog. */
function leave(phone: Phone, callId: string, connection: number): string {
  const dialog = dialogOf(phone, callId);
  phone.signalling.suspendConnection();
  connections[connection]?.close();
  return dialog;
}

const load = (user: string, callId: string, dialog: string, wire: Wire = 'data-channel'): Promise<Phone> =>
  createRegistered(user, options(wire), (signalling) => signalling.restoreDialog(callId, dialog));

const takeUp = (phone: Phone, callId: string, target: string): void =>
  phone.signalling.takeUp({
    callId,
    target: `${target}@demo.example`,
    wanted: textOnly,
    bandwidth: noLimit,
  });

/** What the core does when the peer takes the call up. */
async function takeAsked(phone: Phone, callId: string): Promise<void> {
  expect(await phone.next('takeUpReceived')).toEqual({ type: 'takeUpReceived', callId });
  phone.signalling.answer({ callId, wanted: textOnly, bandwidth: noLimit });
}

const sentBy = (pattern: RegExp): readonly string[] =>
  proxy.messages.filter((message) => pattern.test(message));
const typesOf = ({ events }: Phone): readonly string[] => events.map(({ type }) => type);

/** What is sent on a channel while it is lost does not arrive. */
function loseChannels(): () => void {
  const lost = vi.spyOn(RTCDataChannel.prototype, 'send').mockImplementation(() => {});
  return () => lost.mockRestore();
}

/** A peer connection that is created from now on makes no description before the returned function is called. */
function holdDescriptions(): () => void {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    override async setLocalDescription(description?: RTCLocalSessionDescriptionInit): Promise<void> {
      await isReleased;
      await super.setLocalDescription(description);
    }
  };
  return () => release();
}

const isDelivered = (phone: Phone, chunkId: number) =>
  vi.waitUntil(() =>
    phone.events.some((event) => event.type === 'textDelivered' && event.chunkId === chunkId),
  );

describe('D82 the counts of the text go on in the dialog that replaces another one', () => {
  test('text that was on its way at a reload arrives once, in both directions, and again after a second reload', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    alice.signalling.sendText(callerId, 1, 'one ');
    await isDelivered(alice, 1);
    let restore = loseChannels();
    alice.signalling.sendText(callerId, 2, 'two ');
    bobby.signalling.sendText(calleeId, 1, 'ett ');
    const page = await load('alice', callerId, leave(alice, callerId, 0));
    restore();
    takeUp(page, callerId, 'bobby');
    await takeAsked(bobby, calleeId);
    for (const phone of [page, bobby])
      expect(await phone.next('callTakenUp')).toMatchObject({ media: { isTextContinued: true } });
    await Promise.all([isDelivered(page, 2), isDelivered(bobby, 1)]);
    await vi.waitUntil(() => textOf(page) !== '' && textOf(bobby) !== 'one ');
    expect([textOf(bobby), textOf(page)]).toEqual(['one two ', 'ett ']);

    restore = loseChannels();
    page.signalling.sendText(callerId, 3, 'three ');
    const third = await load('alice', callerId, leave(page, callerId, 2));
    restore();
    takeUp(third, callerId, 'bobby');
    await takeAsked(bobby, calleeId);
    await isDelivered(third, 3);
    bobby.signalling.sendText(calleeId, 2, 'två');
    await isDelivered(bobby, 2);
    expect([textOf(bobby), textOf(page) + textOf(third)]).toEqual(['one two three ', 'ett två']);
  });

  test('text by MESSAGE arrives once after a reload, also when both pages are loaded anew', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall('message');
    alice.signalling.sendText(callerId, 1, 'one ');
    await isDelivered(alice, 1);
    const dialogs = [leave(alice, callerId, 0), leave(bobby, calleeId, 1)] as const;
    const one = await load('alice', callerId, dialogs[0], 'message');
    const two = await load('bobby', calleeId, dialogs[1], 'message');
    takeUp(one, callerId, 'bobby');
    await takeAsked(two, calleeId);
    for (const phone of [one, two])
      expect(await phone.next('callTakenUp')).toMatchObject({ media: { isTextContinued: true } });
    one.signalling.sendText(callerId, 2, 'two');
    await isDelivered(one, 2);
    await vi.waitUntil(() => textOf(two) !== '');
    expect(textOf(bobby) + textOf(two)).toBe('one two');
  });

  test('if an end has lost its counts, both count anew, and both are told so', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    alice.signalling.sendText(callerId, 1, 'one ');
    await isDelivered(alice, 1);
    const { text: _counts, ...dialog } = JSON.parse(leave(alice, callerId, 0)) as SavedDialog;
    const page = await load('alice', callerId, JSON.stringify(dialog));
    takeUp(page, callerId, 'bobby');
    await takeAsked(bobby, calleeId);
    for (const phone of [page, bobby])
      expect((await phone.next('callTakenUp')).media.isTextContinued).toBeUndefined();
    page.signalling.sendText(callerId, 2, 'two');
    await isDelivered(page, 2);
    expect(textOf(bobby)).toBe('one two');
  });
});

describe('D81 RFC 3891 a page takes up the call of the page before it', () => {
  test.each(['caller', 'callee'] as const)('at the end of the %s', async (role) => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    const isCaller = role === 'caller';
    const [mine, callId] = isCaller ? [alice, callerId] : [bobby, calleeId];
    const [other, otherId] = isCaller ? [bobby, calleeId] : [alice, callerId];
    const dialog = leave(mine, callId, isCaller ? 0 : 1);
    const page = await load(isCaller ? 'alice' : 'bobby', callId, dialog);
    const { length } = proxy.messages;
    takeUp(page, callId, isCaller ? 'bobby' : 'alice');
    await takeAsked(other, otherId);
    const [here, there] = [await page.next('callTakenUp'), await other.next('callTakenUp')];
    expect([here.media.textTransport, there.media.textTransport]).toEqual(['dataChannel', 'dataChannel']);
    page.signalling.sendText(callId, 1, 'still here');
    other.signalling.sendText(otherId, 1, 'me too');
    await vi.waitUntil(() => textOf(other) === 'still here' && textOf(page) === 'me too');
    // Nothing rings, and the replaced dialog is ended by the other end alone.
    await vi.waitUntil(() => sentBy(/^BYE /).length === 1);
    expect(sentBy(/^SIP\/2.0 180/).filter((message) => proxy.messages.indexOf(message) >= length)).toEqual(
      [],
    );
    expect(typesOf(other).filter((type) => type === 'inviteReceived')).toHaveLength(isCaller ? 1 : 0);
    page.signalling.hangUp(callId);
    await page.next('callClosed');
    await other.next('remoteHungUp');
    expect(connections.map(({ connectionState }) => connectionState)).toEqual(
      connections.map(() => 'closed'),
    );
  });

  test('a second reload takes up the dialog of the first one', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    let dialog = leave(alice, callerId, 0);
    for (const connection of [2, 4]) {
      const page = await load('alice', callerId, dialog);
      takeUp(page, callerId, 'bobby');
      await takeAsked(bobby, calleeId);
      await Promise.all([page.next('callTakenUp'), bobby.next('callTakenUp')]);
      dialog = leave(page, callerId, connection);
    }
    expect((JSON.parse(dialog) as SavedDialog).callId).not.toBe(calleeId);
  });

  test.each([
    ['before it has the answer of the other end', /^SIP\/2.0 200 .*CSeq: \d+ INVITE/s],
    ['and its ACK is lost', /^ACK /],
  ])('a page that goes %s leaves the call to the next one', async (_when, lost) => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    const page = await load('alice', callerId, leave(alice, callerId, 0));
    proxy.filter = (message) => !lost.test(message);
    const { length } = proxy.messages;
    takeUp(page, callerId, 'bobby');
    await takeAsked(bobby, calleeId);
    await vi.waitUntil(() => proxy.messages.slice(length).some((message) => lost.test(message)));
    // What is written before it is known which dialog goes on arrives once.
    bobby.signalling.sendText(calleeId, 1, 'one ');
    const third = await load('alice', callerId, leave(page, callerId, 2));
    proxy.filter = () => true;
    takeUp(third, callerId, 'bobby');
    await takeAsked(bobby, calleeId);
    await Promise.all([third.next('callTakenUp'), bobby.next('callTakenUp')]);
    bobby.signalling.sendText(calleeId, 2, 'two');
    third.signalling.sendText(callerId, 1, 'yes');
    await vi.waitUntil(() => textOf(third) === 'one two' && textOf(bobby) === 'yes');
    expect(typesOf(bobby).filter((type) => type === 'callTakenUp')).toHaveLength(1);
    await vi.waitUntil(() => sentBy(/^BYE /).length > 0);
  });

  test('the other end that loses its connection before the ACK goes on in the dialog that it has answered', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    const page = await load('alice', callerId, leave(alice, callerId, 0));
    proxy.filter = (message) => !message.startsWith('ACK ');
    takeUp(page, callerId, 'bobby');
    await takeAsked(bobby, calleeId);
    await page.next('callTakenUp');
    proxy.drop('bobby');
    await bobby.next('callTakenUp');
    const { callId } = JSON.parse(dialogOf(page, callerId)) as SavedDialog;
    expect((JSON.parse(dialogOf(bobby, calleeId)) as SavedDialog).callId).toBe(callId);
  });

  test('D41 D82 text for the reloaded page waits until the call is taken up, and arrives then, once', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall('message');
    const page = await load('alice', callerId, leave(alice, callerId, 0), 'message');
    bobby.signalling.sendText(calleeId, 1, 'hello');
    await bobby.next('peerLost');
    expect(sentBy(/^SIP\/2.0 480 .*CSeq: \d+ MESSAGE/s).at(-1)).toContain('Retry-After: 1');
    takeUp(page, callerId, 'bobby');
    await takeAsked(bobby, calleeId);
    expect(await bobby.next('callTakenUp')).toMatchObject({ unsentFrom: 1 });
    await isDelivered(bobby, 1);
    // Text that comes before the browser has taken the answer is read right after that.
    await vi.waitUntil(() => textOf(page) !== '');
    expect(textOf(page)).toBe('hello');
    expect(typesOf(bobby)).not.toContain('textFailed');
  });

  test('both pages were loaded anew, and both ask: it is one call', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    const dialogs = [leave(alice, callerId, 0), leave(bobby, calleeId, 1)] as const;
    const one = await load('alice', callerId, dialogs[0]);
    const two = await load('bobby', calleeId, dialogs[1]);
    takeUp(one, callerId, 'bobby');
    takeUp(two, calleeId, 'alice');
    await takeAsked(two, calleeId);
    await Promise.all([one.next('callTakenUp'), two.next('callTakenUp')]);
    one.signalling.sendText(callerId, 1, 'one');
    two.signalling.sendText(calleeId, 1, 'two');
    await vi.waitUntil(() => textOf(one) === 'two' && textOf(two) === 'one');
    expect(typesOf(one)).not.toContain('takeUpReceived');
    for (const phone of [one, two])
      expect(typesOf(phone).filter((type) => type === 'callTakenUp')).toHaveLength(1);
  });
});

describe('D81 the earlier dialog', () => {
  test('the other user hangs up before the call is taken up', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    const page = await load('alice', callerId, leave(alice, callerId, 0));
    bobby.signalling.hangUp(calleeId);
    expect(await page.next('remoteHungUp')).toEqual({ type: 'remoteHungUp', callId: callerId });
    await bobby.next('callClosed');
  });

  test('the other user hangs up while their client answers the page that takes the call up: no call is left', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    const page = await load('alice', callerId, leave(alice, callerId, 0));
    takeUp(page, callerId, 'bobby');
    await takeAsked(bobby, calleeId);
    bobby.signalling.hangUp(calleeId);
    await bobby.next('callClosed');
    expect(await page.next('remoteHungUp')).toEqual({ type: 'remoteHungUp', callId: callerId });
    expect([...typesOf(page), ...typesOf(bobby)]).not.toContain('callTakenUp');
    await vi.waitUntil(() => connections.every(({ connectionState }) => connectionState === 'closed'));
  });

  test('a server ends it while the other client answers the page that takes the call up: no call is left', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    const saved = leave(alice, callerId, 0);
    const { callId, localTag, remoteTag, cseq } = JSON.parse(saved) as SavedDialog;
    const page = await load('alice', callerId, saved);
    takeUp(page, callerId, 'bobby');
    await bobby.next('takeUpReceived');
    const answerLater = holdDescriptions();
    bobby.signalling.answer({ callId: calleeId, wanted: textOnly, bandwidth: noLimit });
    proxy.inject(
      'bobby',
      [
        'BYE sip:bobby@demo.example SIP/2.0',
        'Via: SIP/2.0/WSS x.invalid;branch=z9hG4bKended',
        'Max-Forwards: 70',
        `From: <sip:alice@demo.example>;tag=${localTag}`,
        `To: <sip:bobby@demo.example>;tag=${remoteTag}`,
        `Call-ID: ${callId}`,
        `CSeq: ${cseq + 1} BYE`,
        'Reason: SIP;cause=503;text="Connection lost"',
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    );
    expect(await bobby.next('remoteHungUp')).toMatchObject({ callId: calleeId, isLost: true });
    answerLater();
    await page.next('remoteHungUp');
    expect(typesOf(bobby)).not.toContain('callTakenUp');
    await vi.waitUntil(() => connections.every(({ connectionState }) => connectionState === 'closed'));
  });

  test('the user hangs up before the page is registered', async () => {
    const { alice, bobby, callerId } = await createCall();
    const dialog = leave(alice, callerId, 0);
    const page = createPhone('alice', options('data-channel'), (signalling) => {
      signalling.restoreDialog(callerId, dialog);
      signalling.hangUp(callerId);
    });
    await page.next('connectionOpened');
    page.signalling.register(600);
    await bobby.next('remoteHungUp');
  });

  test('a call that cannot be taken up is ended, and the other user reads that the connection was lost', async () => {
    const { alice, bobby, callerId } = await createCall();
    const page = await load('alice', callerId, leave(alice, callerId, 0));
    proxy.answerOffers = '420 Bad Extension';
    takeUp(page, callerId, 'bobby');
    expect(await page.next('takeUpFailed')).toEqual({ type: 'takeUpFailed', callId: callerId, status: 420 });
    page.signalling.abandon(callerId);
    expect(await bobby.next('remoteHungUp')).toMatchObject({ isLost: true });
  });

  test('a re-INVITE of the other end gets 480 until the call is taken up', async () => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    await load('alice', callerId, leave(alice, callerId, 0));
    bobby.signalling.resume(calleeId);
    expect(await bobby.next('resumeFailed')).toEqual({ type: 'resumeFailed', callId: calleeId, status: 480 });
  });

  test('a stored dialog that is not valid is not taken up', async () => {
    const page = await load('alice', 'one', '{"callId":"x\\r\\ny"}');
    takeUp(page, 'one', 'bobby');
    expect(await page.next('takeUpFailed')).toEqual({ type: 'takeUpFailed', callId: 'one', status: 481 });
  });
});

describe('D81 attack: an INVITE with Replaces that is refused, and nothing happens to the call', () => {
  const inviteOf = (from: string, replaces: readonly string[]): string =>
    [
      'INVITE sip:bobby@demo.example SIP/2.0',
      `Via: SIP/2.0/WSS x.invalid;branch=z9hG4bK${Math.random().toString(36).slice(2)}`,
      'Max-Forwards: 70',
      `From: <sip:${from}@demo.example>;tag=x`,
      'To: <sip:bobby@demo.example>',
      `Call-ID: ${Math.random().toString(36).slice(2)}`,
      'CSeq: 1 INVITE',
      `Contact: <sip:${from}@x.invalid>`,
      'Require: replaces',
      ...replaces.map((value) => `Replaces: ${value}`),
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n');

  const cases: readonly (readonly [
    string,
    string,
    (named: string, dialog: SavedDialog) => readonly string[],
    number,
  ])[] = [
    ['of a third user, with other tags', 'mallory', (named) => [named.replace('to-tag=', 'to-tag=x')], 481],
    ['of a third user, for an early dialog only', 'mallory', (named) => [`${named};early-only`], 486],
    ['with other tags', 'alice', (_named, { callId }) => [`${callId};to-tag=a;from-tag=b`], 481],
    [
      'with the tags the other way round',
      'alice',
      (_named, { callId, localTag, remoteTag }) => [`${callId};to-tag=${localTag};from-tag=${remoteTag}`],
      481,
    ],
    ['for an early dialog only', 'alice', (named) => [`${named};early-only`], 486],
    ['with two values', 'alice', (named) => [named, named], 400],
    ['that cannot be read', 'alice', () => ['nonsense'], 400],
  ];

  test.each(cases)('%s', async (_what, from, replacesOf, status) => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    const dialog = JSON.parse(dialogOf(alice, callerId)) as SavedDialog;
    const named = `${dialog.callId};to-tag=${dialog.remoteTag};from-tag=${dialog.localTag}`;
    const before = bobby.events.length;
    proxy.inject('bobby', inviteOf(from, replacesOf(named, dialog)));
    await vi.waitUntil(() => sentBy(new RegExp(`^SIP/2.0 ${status} `)).length > 0);
    expect(bobby.events.slice(before)).toEqual([]);
    bobby.signalling.sendText(calleeId, 1, 'still here');
    await vi.waitUntil(() => textOf(alice) === 'still here');
  });

  // A server that knows nothing of these rules passes it (decision D101).
  test.each(['mallory', 'alice.x'])('%s, a third user who knows the tags, takes nothing up', async (user) => {
    const { alice, bobby, callerId, calleeId } = await createCall();
    const { callId, localTag, remoteTag } = JSON.parse(dialogOf(alice, callerId)) as SavedDialog;
    proxy.inject('bobby', inviteOf(user, [`${callId};to-tag=${remoteTag};from-tag=${localTag}`]));
    await vi.waitUntil(() => sentBy(/^SIP\/2.0 (?:180|488) /).length > 1);
    expect(typesOf(bobby)).not.toContain('takeUpReceived');
    bobby.signalling.sendText(calleeId, 1, 'still here');
    await vi.waitUntil(() => textOf(alice) === 'still here');
  });

  test('after the call has ended', async () => {
    const { alice, bobby, callerId } = await createCall();
    const { callId, localTag, remoteTag } = JSON.parse(dialogOf(alice, callerId)) as SavedDialog;
    alice.signalling.hangUp(callerId);
    await bobby.next('remoteHungUp');
    proxy.inject('bobby', inviteOf('alice', [`${callId};to-tag=${remoteTag};from-tag=${localTag}`]));
    await vi.waitUntil(() => sentBy(/^SIP\/2.0 481 /).length > 0);
    expect(typesOf(bobby)).not.toContain('takeUpReceived');
  });

  test('D15 where calls are not kept', async () => {
    const alice = await createRegistered('alice');
    const bobby = await createRegistered('bobby');
    const { callerId } = await connect(alice, bobby, textOnly);
    const { callId, localTag, remoteTag } = JSON.parse(dialogOf(alice, callerId)) as SavedDialog;
    proxy.inject('bobby', inviteOf('alice', [`${callId};to-tag=${remoteTag};from-tag=${localTag}`]));
    await vi.waitUntil(() => sentBy(/^SIP\/2.0 481 /).length > 0);
    expect(typesOf(bobby)).not.toContain('takeUpReceived');
  });
});
