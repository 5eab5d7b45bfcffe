import type { CallClient, CallStatus, OutsideEvent } from '@samtal/call-core';
import { callStatusOf, createCallClient, incomingText } from '@samtal/call-core';
import { settingsOf } from '@samtal/test-kit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMediaStage } from './media/browser-media-stage.ts';
import { createCallStreams } from './media/call-streams.ts';
import { createLocalMedia } from './media/local-media.ts';
import { browserClock } from './page/browser-clock.ts';
import { createJsSipSignalling } from './signalling/jssip-signalling.ts';
import { createTakeUps } from './signalling/reload/take-ups.ts';
import { createInPageProxy } from './signalling/testing/in-page-proxy.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };

/**
 * A calling core with every real adapter; the SIP server between two of them is simulated inside the page.
 */
function createClient(name: string, proxy: ReturnType<typeof createInPageProxy>) {
  const streams = createCallStreams();
  const { mediaDevices } = navigator;
  const emit = (event: OutsideEvent): void => client.emit(event);
  const localMedia = createLocalMedia({ emit, streams, log: silent, mediaDevices });
  const stage = createMediaStage(streams, localMedia, silent);
  const signalling = createJsSipSignalling({
    emit,
    streams,
    clock: browserClock,
    log: silent,
    instanceId: crypto.randomUUID(),
    iceServersFor: () => [],
    iceTimeoutMs: 1000,
    textTransports: ['data-channel', 'message'],
    loadTakeUps: async () => createTakeUps,
    openWebSocket: (url, subprotocol) => proxy.openWebSocket(url, subprotocol),
  });
  const client = createCallClient({
    signalling,
    localMedia,
    geolocation: { watch: () => {}, stop: () => {} },
    notices: { show: () => {}, clear: () => {} },
    clock: browserClock,
    random: Math.random,
    log: silent,
  });
  client.intents.start(settingsOf(name));
  onTestFinished(() => client.intents.stop());
  return { ...client, stage };
}

const reach = (client: CallClient, status: CallStatus) =>
  vi.waitUntil(() => callStatusOf(client.getState().call) === status, { timeout: 5000, interval: 5 });
const register = (client: CallClient) =>
  vi.waitUntil(() => client.getState().registration.phase === 'registered', { timeout: 5000, interval: 5 });

test('RTT-07 MEDIA-13 two users call, see each other, type, erase, and hang up', async () => {
  const proxy = createInPageProxy();
  const [anna, bobby] = [createClient('anna', proxy), createClient('bobby', proxy)];
  await Promise.all([register(anna), register(bobby)]);

  anna.intents.call('bobby');
  await reach(bobby, 'INCOMING_CALL');
  bobby.intents.answer();
  await Promise.all([reach(anna, 'ACCEPTED'), reach(bobby, 'ACCEPTED')]);

  const { call } = anna.getState();
  if (call.phase !== 'accepted') throw new Error('the call has ended');
  const element = document.createElement('video');
  element.muted = true;
  document.body.append(element);
  onTestFinished(() => element.remove());
  anna.stage?.attachRemote(call.call.callId, element);
  await vi.waitUntil(() => element.videoWidth > 0 && element.currentTime > 0, { timeout: 5000 });

  anna.intents.editText('hejj');
  await vi.waitUntil(() => incomingText(bobby.getState().text) === 'hejj', { timeout: 5000, interval: 5 });
  anna.intents.editText('hej då');
  await vi.waitUntil(() => incomingText(bobby.getState().text) === 'hej då', { timeout: 5000, interval: 5 });
  expect(anna.getState().text.outbox.doubts).toEqual([]);

  bobby.intents.hangUp();
  await Promise.all([reach(bobby, 'COMPLETED'), reach(anna, 'TERMINATED_REMOTE')]);
  expect(element.srcObject).toBeNull();

  await anna.intents.stop();
  expect(proxy.messages.filter((message) => /^REGISTER[\s\S]*^Expires: 0\r$/m.test(message))).toHaveLength(1);
});
