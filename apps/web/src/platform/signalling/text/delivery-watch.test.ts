import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { watchDelivery } from './delivery-watch.ts';

/**
 * The test controls the channel’s buffer and the path’s last packet, since a browser cannot simulate a dead
 * network.
 */
function createScene() {
  const clock = createFakeClock();
  const channel = Object.assign(new EventTarget(), {
    readyState: 'open',
    bufferedAmount: 0,
    sent: [] as string[],
    send: (characters: string) => void channel.sent.push(characters),
  });
  let heardAt = clock.now();
  let reports = 0;
  const delivered: number[] = [];
  const report = async () => {
    reports++;
    const pair = {
      type: 'candidate-pair',
      selected: true,
      currentRoundTripTime: 0.1,
      timestamp: clock.now(),
    };
    return new Map([['p', { ...pair, id: 'p', lastPacketReceivedTimestamp: heardAt }]]) as RTCStatsReport;
  };
  const watch = watchDelivery(channel as unknown as RTCDataChannel, report, clock, (chunkIds) =>
    delivered.push(...chunkIds),
  );
  return {
    channel,
    watch,
    delivered,
    reports: () => reports,
    hear: () => (heardAt = clock.now()),
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
  await pass(200);
  hear();
  await pass(300);
  expect(delivered).toEqual([1, 2]);
});

test('D41 the statistics are read only while text is on its way', async () => {
  const { watch, delivered, reports, hear, pass } = createScene();
  await pass(5000);
  expect(reports()).toBe(0);
  watch.handedOver(1, 'a');
  await pass(500);
  hear();
  await pass(500);
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
