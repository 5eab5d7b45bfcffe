import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { watchDelivery } from './delivery-watch.ts';

/**
 * A watch on a fake channel. The test controls its buffer and when the last packet came, because a browser
 * cannot simulate a dead network.
 */
function createScene({ countsStun = false } = {}) {
  const awake = createFakeClock();
  let sleptMs = 0;
  const clock = { ...awake, now: () => awake.now() + sleptMs };
  const channel = Object.assign(new EventTarget(), {
    readyState: 'open',
    bufferedAmount: 0,
    sent: [] as string[],
    send: (characters: string) => void channel.sent.push(characters),
  });
  let heardAt = clock.now();
  let stun = { requestsSent: 4, responsesReceived: 4 };
  let reports = 0;
  const delivered: number[] = [];
  const report = async () => {
    reports++;
    const pair = {
      type: 'candidate-pair',
      selected: true,
      currentRoundTripTime: 0.1,
      timestamp: clock.now(),
      ...(countsStun ? stun : {}),
    };
    return new Map([['p', { ...pair, id: 'p', lastPacketReceivedTimestamp: heardAt }]]) as RTCStatsReport;
  };
  const watch = watchDelivery(channel as unknown as RTCDataChannel, report, clock, {
    delivered: (chunkIds) => void delivered.push(...chunkIds),
  });
  return {
    /** Lets `ms` pass without running a timer, as when the computer sleeps. */
    sleep: (ms: number) => void (sleptMs += ms),
    channel,
    watch,
    delivered,
    reports: () => reports,
    hear: () => (heardAt = clock.now()),
    /** The browser sends a STUN request. */
    ask: () => (stun = { ...stun, requestsSent: stun.requestsSent + 1 }),
    /** The peer answers a STUN request. */
    answer: () => (stun = { ...stun, responsesReceived: stun.responsesReceived + 1 }),
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 50) {
        clock.advance(50);
        // The statistics arrive later than they were requested.
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
  };
}

test('D41 text typed into a dead network is never delivered, and fails together', async () => {
  const { watch, delivered, pass } = createScene();
  for (let chunkId = 1; chunkId <= 8; chunkId++) {
    watch.handedOver(chunkId, 'abc');
    await pass(250);
  }
  await pass(5_000);
  expect([delivered, watch.isWaiting]).toEqual([[], true]);
  expect([watch.giveUp(), watch.isWaiting]).toEqual([8, false]);
});

test('D41 text still in the buffer is not delivered, however often the peer is heard', async () => {
  const { channel, watch, delivered, hear, pass } = createScene();
  channel.bufferedAmount = 3;
  watch.handedOver(1, 'å');
  watch.handedOver(2, 'abc');
  for (let seconds = 0; seconds < 5; seconds++) {
    hear();
    await pass(1000);
  }
  expect(delivered).toEqual([1]);
  channel.bufferedAmount = 0;
  channel.dispatchEvent(new Event('bufferedamountlow'));
  await pass(500);
  hear();
  await pass(1200);
  expect(delivered).toEqual([1, 2]);
});

test('D41 the statistics are read only while text is on its way', async () => {
  const { watch, delivered, reports, hear, pass } = createScene();
  await pass(5000);
  expect(reports()).toBe(0);
  watch.handedOver(1, 'a');
  await pass(750);
  hear();
  await pass(1250);
  const looked = reports();
  expect([delivered, looked > 0]).toEqual([[1], true]);
  await pass(5000);
  expect(reports()).toBe(looked);
});

test('D41 a silent peer is asked for a packet once for each chunk on its way', async () => {
  const { channel, watch, pass } = createScene();
  watch.handedOver(1, 'a');
  await pass(5000);
  expect(channel.sent).toEqual(['\uFEFF']);
  watch.handedOver(2, 'b');
  await pass(5000);
  expect(channel.sent).toEqual(['\uFEFF', '\uFEFF']);
});

/** Passes `ms` while the peer’s packets arrive, as in a call with sound. */
async function listen({ hear, pass }: ReturnType<typeof createScene>, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    hear();
    await pass(50);
  }
}

test('D41 text to a peer whose packets arrive, but who receives none, is not delivered', async () => {
  const scene = createScene({ countsStun: true });
  const { watch, delivered, ask } = scene;
  watch.handedOver(1, 'abc');
  await listen(scene, 2500);
  expect(delivered).toEqual([]);
  ask();
  await listen(scene, 10_000);
  watch.handedOver(2, 'def');
  await listen(scene, 5_000);
  watch.hurry();
  await listen(scene, 1_000);
  expect([delivered, watch.isWaiting, watch.giveUp()]).toEqual([[], true, 2]);
  expect(delivered).toEqual([]);
});

test('D41 a STUN response to a request after the text delivers the text, also after missing responses', async () => {
  const scene = createScene({ countsStun: true });
  const { watch, delivered, ask, answer } = scene;
  watch.handedOver(1, 'abc');
  await listen(scene, 1000);
  ask();
  answer();
  await listen(scene, 800);
  expect(delivered).toEqual([1]);
  ask();
  watch.handedOver(2, 'def');
  await listen(scene, 5000);
  expect(delivered).toEqual([1]);
  answer();
  await listen(scene, 500);
  expect(delivered).toEqual([1, 2]);
});

test('D41 without a STUN request for three seconds the packets of the peer deliver the text', async () => {
  const scene = createScene({ countsStun: true });
  scene.watch.handedOver(1, 'abc');
  await listen(scene, 3000);
  expect(scene.delivered).toEqual([]);
  await listen(scene, 1000);
  expect(scene.delivered).toEqual([1]);
});

test('D41 when the call ends, text after which the peer was heard does not wait for a STUN response', async () => {
  const scene = createScene({ countsStun: true });
  const { watch, delivered } = scene;
  watch.handedOver(1, 'abc');
  await listen(scene, 900);
  watch.handedOver(2, 'def');
  expect(delivered).toEqual([]);
  watch.hurry();
  expect([delivered, watch.isWaiting]).toEqual([[1], true]);
});

test('D41 when the channel dies, text that the peer may not have read is in doubt', async () => {
  const scene = createScene({ countsStun: true });
  const { watch, delivered, ask, answer } = scene;
  watch.handedOver(1, 'abc');
  await listen(scene, 800);
  watch.handedOver(2, 'def');
  ask();
  answer();
  await listen(scene, 1000);
  expect([watch.giveUp(), delivered]).toEqual([2, [1]]);
});

test('D41 packets that came while the computer slept do not show that text has arrived', async () => {
  const { sleep, watch, delivered, hear, pass } = createScene();
  watch.handedOver(1, 'abc');
  await pass(50);
  sleep(20_000);
  hear();
  await pass(300);
  hear();
  await pass(300);
  await pass(1000);
  expect(delivered).toEqual([]);
  hear();
  await pass(1000);
  expect(delivered).toEqual([1]);
});

test('D41 packets that waited in the buffers of a busy computer do not show that text has arrived', async () => {
  const scene = createScene({ countsStun: true });
  const { watch, delivered, ask, pass } = scene;
  watch.handedOver(1, 'abc');
  ask();
  await listen(scene, 600);
  await pass(10_000);
  expect([delivered, watch.giveUp()]).toEqual([[], 1]);
});

test('D41 a peer that falls silent makes text before the silence no less delivered', async () => {
  const scene = createScene({ countsStun: true });
  const { watch, delivered, ask, pass } = scene;
  watch.handedOver(1, 'abc');
  await listen(scene, 900);
  watch.handedOver(2, 'def');
  ask();
  await pass(6000);
  expect([delivered, watch.isWaiting]).toEqual([[1], true]);
});
