import type { MediaKinds, Signalling, SignallingEvent } from '@samtal/call-core';

/** One end of a signalling pair under test: the adapter, or the fake that stands for it. */
export type SignallingEnd = {
  readonly signalling: Signalling;
  /** The next event of that type which has not been taken yet; rejects when none comes. */
  next<Type extends SignallingEvent['type']>(type: Type): Promise<Extract<SignallingEvent, { type: Type }>>;
  /** Every event so far. */
  readonly events: readonly SignallingEvent[];
  /** Local media of a call, as LocalMedia would have brought it. */
  acquire(callId: string, kinds: MediaKinds): Promise<void>;
};

/** Opens and registers one end as `user@demo.example`. */
export type OpenEnd = (user: string) => Promise<SignallingEnd>;

/** A promise of the Signalling port that adapter and fake keep alike; `run` rejects when it is broken. */
export type SignallingCase = { readonly name: string; readonly run: (open: OpenEnd) => Promise<void> };

const wanted: MediaKinds = { audio: true, video: false, text: true };
const bandwidth = { audioKbps: 0, videoKbps: 0 };

function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(`broken promise: ${what}`);
}

async function ring(
  open: OpenEnd,
): Promise<{ alice: SignallingEnd; bobby: SignallingEnd; incomingId: string }> {
  const [alice, bobby] = [await open('alice'), await open('bobby')];
  await alice.acquire('one', wanted);
  alice.signalling.invite({ callId: 'one', target: 'bobby@demo.example', wanted, bandwidth });
  const { callId: incomingId, from, offered } = await bobby.next('inviteReceived');
  must(from.address === 'alice@demo.example', 'the invite names its caller');
  must(offered.audio && offered.text && !offered.video, 'the invite says what is offered');
  await alice.next('ringing');
  return { alice, bobby, incomingId };
}

async function talk(open: OpenEnd) {
  const { alice, bobby, incomingId } = await ring(open);
  await bobby.acquire(incomingId, wanted);
  bobby.signalling.answer({ callId: incomingId, wanted, bandwidth });
  const [atAlice, atBobby] = [await alice.next('callAccepted'), await bobby.next('callAccepted')];
  for (const { media } of [atAlice, atBobby]) {
    must(media.audio && !media.video && media.text, 'both ends know what was negotiated');
    must(media.textWire === 'dataChannel', 'both ends take the same wire');
  }
  return { alice, bobby, incomingId };
}

export const signallingCases: readonly SignallingCase[] = [
  {
    name: 'a call is accepted, text crosses both ways and is told as delivered, a hang-up is told to the other',
    async run(open) {
      const { alice, bobby, incomingId } = await talk(open);
      alice.signalling.sendText('one', 1, 'hej\u2028\b👋🏽');
      must(
        (await bobby.next('textReceived')).characters === 'hej\u2028\b👋🏽',
        'text arrives as it was sent',
      );
      must((await alice.next('textDelivered')).chunkId === 1, 'delivery names its chunk');
      bobby.signalling.sendText(incomingId, 7, 'svar');
      must((await alice.next('textReceived')).characters === 'svar', 'text goes back');
      bobby.signalling.hangUp(incomingId);
      await alice.next('remoteHungUp');
      await bobby.next('callClosed');
    },
  },
  {
    name: 'text that leaves just before a hang-up arrives, and is told as delivered before the call is told as closed',
    async run(open) {
      const { alice, bobby } = await talk(open);
      alice.signalling.sendText('one', 1, 'hej då');
      alice.signalling.hangUp('one');
      must((await bobby.next('textReceived')).characters === 'hej då', 'the last text arrives');
      await bobby.next('remoteHungUp');
      await alice.next('callClosed');
      const told = alice.events.map(({ type }) => type);
      const deliveredAt = told.indexOf('textDelivered');
      must(deliveredAt >= 0 && deliveredAt < told.indexOf('callClosed'), 'delivery is told before the end');
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
    name: 'a caller who gives up ends the ringing',
    async run(open) {
      const { alice, bobby } = await ring(open);
      alice.signalling.cancel('one');
      await bobby.next('inviteCancelled');
      await alice.next('callClosed');
    },
  },
  {
    name: 'an INFO is told as delivered under its id, a tone as well as a location',
    async run(open) {
      const { alice, bobby, incomingId } = await talk(open);
      alice.signalling.sendInfo('one', 5, { kind: 'tone', tone: '#', durationMs: 2000 });
      must((await alice.next('infoDelivered')).infoId === 5, 'delivery of a tone names its INFO');
      bobby.signalling.sendInfo(incomingId, 0, { kind: 'location', document: '<presence/>' });
      must((await bobby.next('infoDelivered')).infoId === 0, 'delivery of a location names its INFO');
    },
  },
  {
    name: 'an address nobody has is refused with 404',
    async run(open) {
      const alice = await open('alice');
      await alice.acquire('one', wanted);
      alice.signalling.invite({ callId: 'one', target: 'nobody@demo.example', wanted, bandwidth });
      must((await alice.next('callRefused')).status === 404, 'unknown is 404');
    },
  },
  {
    name: 'after a call is over nothing more is told of it, and asking for it does nothing',
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
      must([alice.events.length - 1, bobby.events.length].join() === before, 'silence after the end');
    },
  },
];
