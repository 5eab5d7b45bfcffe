import type { MediaKinds, OutgoingCall, Signalling, SignallingEvent } from '@samtal/call-core';

/** One end of a signalling pair under test: the real adapter or its fake. */
export type SignallingEnd = {
  readonly signalling: Signalling;
  /** Resolves with the next event of `type` that was not returned yet; rejects if none comes. */
  next<Type extends SignallingEvent['type']>(type: Type): Promise<Extract<SignallingEvent, { type: Type }>>;
  /** Every event so far. */
  readonly events: readonly SignallingEvent[];
  /** Provides local media for a call, as LocalMedia would. */
  acquire(callId: string, kinds: MediaKinds): Promise<void>;
};

/** Opens and registers one end as `user@demo.example`. */
export type OpenEnd = (user: string) => Promise<SignallingEnd>;

/** A rule of the Signalling port for adapter and fake; `run` rejects if an end breaks the rule. */
export type SignallingCase = { readonly name: string; readonly run: (open: OpenEnd) => Promise<void> };

const wanted: MediaKinds = { audio: true, video: false, text: true };
const bandwidth = { audioKbps: 0, videoKbps: 0 };

function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(`broken promise: ${what}`);
}

async function ring(
  open: OpenEnd,
  mayAdd: Pick<OutgoingCall, 'mayAdd'> = {},
): Promise<{ alice: SignallingEnd; bobby: SignallingEnd; incomingId: string }> {
  const [alice, bobby] = [await open('alice'), await open('bobby')];
  await alice.acquire('one', wanted);
  alice.signalling.invite({ callId: 'one', target: 'bobby@demo.example', wanted, bandwidth, ...mayAdd });
  const { callId: incomingId, from, offered } = await bobby.next('inviteReceived');
  must(from.address === 'alice@demo.example', 'the INVITE names its caller');
  must(offered.audio && offered.text && !offered.video, 'the INVITE has the offered media');
  await alice.next('ringing');
  return { alice, bobby, incomingId };
}

async function talk(open: OpenEnd, mayAdd: Pick<OutgoingCall, 'mayAdd'> = {}) {
  const { alice, bobby, incomingId } = await ring(open, mayAdd);
  await bobby.acquire(incomingId, wanted);
  bobby.signalling.answer({ callId: incomingId, wanted, bandwidth, ...mayAdd });
  const [atAlice, atBobby] = [await alice.next('callAccepted'), await bobby.next('callAccepted')];
  for (const { media } of [atAlice, atBobby]) {
    must(media.audio && !media.video && media.text, 'both ends have the negotiated media');
    must(media.textTransport === 'dataChannel', 'both ends use the same text transport');
  }
  return { alice, bobby, incomingId };
}

export const signallingCases: readonly SignallingCase[] = [
  {
    name: 'a REGISTER of a registered client is confirmed like the first one',
    async run(open) {
      const alice = await open('alice');
      alice.signalling.register(600);
      await alice.next('registered');
    },
  },
  {
    name: 'a call is accepted, text arrives both ways and is reported as delivered, and a hang-up arrives',
    async run(open) {
      const { alice, bobby, incomingId } = await talk(open);
      alice.signalling.sendText('one', 1, 'hej\u2028\b👋🏽');
      must(
        (await bobby.next('textReceived')).characters === 'hej\u2028\b👋🏽',
        'text arrives as it was sent',
      );
      must((await alice.next('textDelivered')).chunkId === 1, 'the delivery event names its chunk');
      bobby.signalling.sendText(incomingId, 7, 'svar');
      must((await alice.next('textReceived')).characters === 'svar', 'text goes back');
      bobby.signalling.hangUp(incomingId);
      await alice.next('remoteHungUp');
      await bobby.next('callClosed');
    },
  },
  {
    name: 'text sent just before a hang-up arrives, and is reported as delivered before the call is closed',
    async run(open) {
      const { alice, bobby } = await talk(open);
      alice.signalling.sendText('one', 1, 'hej då');
      alice.signalling.hangUp('one');
      must((await bobby.next('textReceived')).characters === 'hej då', 'the last text arrives');
      await bobby.next('remoteHungUp');
      await alice.next('callClosed');
      const told = alice.events.map(({ type }) => type);
      const deliveredAt = told.indexOf('textDelivered');
      must(
        deliveredAt >= 0 && deliveredAt < told.indexOf('callClosed'),
        'delivery is reported before the end',
      );
    },
  },
  {
    name: 'an added medium reaches the peer, who sends theirs only when they add it too, and text goes on',
    async run(open) {
      const mayAdd = { mayAdd: { audio: true, video: true } };
      const { alice, bobby, incomingId } = await talk(open, mayAdd);
      await alice.acquire('one', { audio: true, video: true, text: true });
      alice.signalling.offerMedium('one', 'video');
      const atBobby = await bobby.next('mediaChanged');
      must(!atBobby.isOwn && atBobby.video && atBobby.fromPeer.video, 'the peer receives the medium');
      const atAlice = await alice.next('mediaChanged');
      must(atAlice.isOwn && atAlice.video && !atAlice.fromPeer.video, 'the peer sends nothing by itself');
      await bobby.acquire(incomingId, { audio: true, video: true, text: true });
      bobby.signalling.offerMedium(incomingId, 'video');
      must((await alice.next('mediaChanged')).fromPeer.video, 'the peer sends when they have added it');
      must((await bobby.next('mediaChanged')).isOwn, 'the own offer is answered');
      bobby.signalling.sendText(incomingId, 3, 'text');
      must((await alice.next('textReceived')).characters === 'text', 'text goes on');
    },
  },
  {
    name: 'offers of both ends that cross are both refused with 491, and can be repeated one after the other',
    async run(open) {
      const { alice, bobby, incomingId } = await talk(open, { mayAdd: { audio: true, video: true } });
      await alice.acquire('one', { audio: true, video: true, text: true });
      await bobby.acquire(incomingId, { audio: true, video: true, text: true });
      alice.signalling.offerMedium('one', 'video');
      bobby.signalling.offerMedium(incomingId, 'video');
      must((await alice.next('mediaRefused')).status === 491, 'the caller is told');
      must((await bobby.next('mediaRefused')).status === 491, 'the callee is told');
      bobby.signalling.offerMedium(incomingId, 'video');
      await bobby.next('mediaChanged');
      must((await alice.next('mediaChanged')).fromPeer.video, 'the callee sends');
      alice.signalling.offerMedium('one', 'video');
      must((await alice.next('mediaChanged')).fromPeer.video, 'the callee still sends');
      must((await bobby.next('mediaChanged')).fromPeer.video, 'the caller sends too');
    },
  },
  {
    name: 'a held call is known to both ends, text goes on, and it is resumed with the media from before',
    async run(open) {
      const { alice, bobby, incomingId } = await talk(open);
      alice.signalling.offerHold('one', true);
      const atBobby = await bobby.next('holdChanged');
      must(atBobby.isByPeer && !atBobby.isOwn, 'the peer knows who holds');
      const atAlice = await alice.next('holdChanged');
      must(atAlice.isOwn && !atAlice.isByPeer, 'this side knows that the peer has agreed');
      must((await alice.next('holdAnswered')).status === 200, 'the offer is answered');
      bobby.signalling.sendText(incomingId, 4, 'text');
      must((await alice.next('textReceived')).characters === 'text', 'text goes on');
      alice.signalling.offerHold('one', false);
      const after = [await bobby.next('holdChanged'), await alice.next('holdChanged')];
      must(
        after.every(({ isOwn, isByPeer }) => !isOwn && !isByPeer),
        'neither end holds any more',
      );
      const changed = [...alice.events, ...bobby.events].filter((event) => event.type === 'mediaChanged');
      must(
        changed.every(({ audio, fromPeer }) => audio && fromPeer.audio),
        'a held call has the media from before',
      );
    },
  },
  {
    name: 'both ends hold a call, and each resumes by itself',
    async run(open) {
      const { alice, bobby, incomingId } = await talk(open);
      alice.signalling.offerHold('one', true);
      await bobby.next('holdChanged');
      await alice.next('holdAnswered');
      await alice.next('holdChanged');
      bobby.signalling.offerHold(incomingId, true);
      for (const end of [alice, bobby]) {
        const { isOwn, isByPeer } = await end.next('holdChanged');
        must(isOwn && isByPeer, 'both ends hold');
      }
      await bobby.next('holdAnswered');
      alice.signalling.offerHold('one', false);
      const [atAlice, atBobby] = [await alice.next('holdChanged'), await bobby.next('holdChanged')];
      must(!atAlice.isOwn && atAlice.isByPeer, 'the one that resumes is still held');
      must(atBobby.isOwn && !atBobby.isByPeer, 'the other one still holds');
    },
  },
  {
    name: 'offers to hold that cross are refused with 491, and the one that is repeated says what both want',
    async run(open) {
      const { alice, bobby, incomingId } = await talk(open);
      alice.signalling.offerHold('one', true);
      bobby.signalling.offerHold(incomingId, true);
      must((await alice.next('holdAnswered')).status === 491, 'the caller is told');
      must((await bobby.next('holdAnswered')).status === 491, 'the callee is told');
      bobby.signalling.offerHold(incomingId, true);
      for (const end of [alice, bobby]) {
        const { isOwn, isByPeer } = await end.next('holdChanged');
        must(isOwn && isByPeer, 'both ends hold');
      }
    },
  },
  {
    name: 'an end that is in a call gets a second INVITE, and each of the two calls has its own text, hold and end',
    async run(open) {
      const { alice, bobby, incomingId } = await talk(open);
      const carol = await open('carol');
      await carol.acquire('other', wanted);
      carol.signalling.invite({ callId: 'other', target: 'bobby@demo.example', wanted, bandwidth });
      const { callId: secondId, from } = await bobby.next('inviteReceived');
      must(from.address === 'carol@demo.example' && secondId !== incomingId, 'the second INVITE is a call');
      bobby.signalling.offerHold(incomingId, true);
      must((await alice.next('holdChanged')).isByPeer, 'the first peer is held');
      must((await bobby.next('holdAnswered')).callId === incomingId, 'the first call is held');
      await bobby.acquire(secondId, wanted);
      bobby.signalling.answer({ callId: secondId, wanted, bandwidth });
      await carol.next('callAccepted');
      must((await bobby.next('callAccepted')).callId === secondId, 'the second call is established');
      bobby.signalling.sendText(incomingId, 1, 'to alice');
      bobby.signalling.sendText(secondId, 1, 'to carol');
      must((await alice.next('textReceived')).characters === 'to alice', 'the first peer has its text');
      must((await carol.next('textReceived')).characters === 'to carol', 'the second peer has its text');
      alice.signalling.sendText('one', 2, 'from alice');
      const fromAlice = await bobby.next('textReceived');
      carol.signalling.sendText('other', 2, 'from carol');
      const fromCarol = await bobby.next('textReceived');
      must(
        fromAlice.callId === incomingId && fromAlice.characters === 'from alice',
        'text of the first peer is of the first call',
      );
      must(
        fromCarol.callId === secondId && fromCarol.characters === 'from carol',
        'text of the second peer is of the second call',
      );
      bobby.signalling.hangUp(secondId);
      await carol.next('remoteHungUp');
      must((await bobby.next('callClosed')).callId === secondId, 'the second call ends alone');
      bobby.signalling.offerHold(incomingId, false);
      must(!(await alice.next('holdChanged')).isByPeer, 'the first call flows again');
    },
  },
  {
    name: 'a message of the callee reaches the caller with the refusal',
    async run(open) {
      const { alice, bobby, incomingId } = await ring(open);
      bobby.signalling.reject(incomingId, 403, 'Jag ringer "snart" 👋🏽');
      const { status, words } = await alice.next('callRefused');
      must(status === 403 && words === 'Jag ringer "snart" 👋🏽', 'the message arrives as it was written');
    },
  },
  {
    name: 'a refusal reaches the caller with its status',
    async run(open) {
      const { alice, bobby, incomingId } = await ring(open);
      bobby.signalling.reject(incomingId, 403);
      must((await alice.next('callRefused')).status === 403, 'the status arrives');
      await bobby.next('callClosed');
    },
  },
  {
    name: 'a caller who cancels ends the ringing',
    async run(open) {
      const { alice, bobby } = await ring(open);
      alice.signalling.cancel('one');
      await bobby.next('inviteCancelled');
      await alice.next('callClosed');
    },
  },
  {
    name: 'an INFO is reported as delivered with its id, for a tone and for a location',
    async run(open) {
      const { alice, bobby, incomingId } = await talk(open);
      alice.signalling.sendInfo('one', 5, { kind: 'tone', tone: '#', durationMs: 2000 });
      must((await alice.next('infoDelivered')).infoId === 5, 'the delivery event of a tone names its INFO');
      bobby.signalling.sendInfo(incomingId, 0, { kind: 'location', document: '<presence/>' });
      must(
        (await bobby.next('infoDelivered')).infoId === 0,
        'the delivery event of a location names its INFO',
      );
    },
  },
  {
    name: 'an unknown address is refused with 404',
    async run(open) {
      const alice = await open('alice');
      await alice.acquire('one', wanted);
      alice.signalling.invite({ callId: 'one', target: 'nobody@demo.example', wanted, bandwidth });
      must((await alice.next('callRefused')).status === 404, 'an unknown address gets 404');
    },
  },
  {
    name: 'after the end of a call no event is emitted for it, and its methods do nothing',
    async run(open) {
      const { alice, bobby, incomingId } = await talk(open);
      alice.signalling.hangUp('one');
      await bobby.next('remoteHungUp');
      await alice.next('callClosed');
      const before = [alice.events.length, bobby.events.length].join();
      alice.signalling.hangUp('one');
      alice.signalling.cancel('never existed');
      alice.signalling.sendText('one', 2, 'late');
      bobby.signalling.reject(incomingId, 486);
      bobby.signalling.abandon(incomingId);
      alice.signalling.unregister();
      await alice.next('unregistered');
      must([alice.events.length - 1, bobby.events.length].join() === before, 'no event after the end');
    },
  },
];
