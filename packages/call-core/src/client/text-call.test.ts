import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { TEXT_ALONE } from '../media-kinds.ts';
import { refusedCallOf } from './text-call.ts';

const perCall = { audio: true, video: true };

/** Alice, whose browser refuses camera and microphone, has called bobby and given the call up. */
function giveUp(changes: Parameters<typeof settingsOf>[1] = { perCall }) {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  client.intents.start(settingsOf('alice', changes));
  clock.advance(0);
  client.localMedia.failure = 'denied';
  client.intents.call('bobby');
  clock.advance(0);
  const during = refusedCallOf(client.getState());
  client.intents.cancel();
  clock.advance(5000);
  return { clock, client, during };
}

test('D32 D33 a call that the browser refused can be made with text alone, once it is over', () => {
  const { client, during } = giveUp();
  expect([during, client.status(), client.signalling.lastInvite]).toEqual([
    undefined,
    'COMPLETED',
    undefined,
  ]);
  expect(refusedCallOf(client.getState())).toBe('bobby@demo.example');
  client.intents.call('bobby', { media: TEXT_ALONE });
  expect(client.signalling.lastInvite).toMatchObject({ target: 'bobby@demo.example', wanted: TEXT_ALONE });
  expect(refusedCallOf(client.getState())).toBeUndefined();
});

test.each([
  ['the media of a call cannot be chosen', {}],
  ['text is off', { perCall, text: false }],
])('D16 D32 a refused call is not offered with text where %s', (_why, changes) => {
  expect(refusedCallOf(giveUp(changes).client.getState())).toBeUndefined();
});

test('D32 a call whose devices opened is not offered with text', () => {
  const { clock, client } = giveUp();
  client.localMedia.failure = undefined;
  client.intents.call('carol');
  clock.advance(0);
  client.intents.cancel();
  clock.advance(5000);
  expect(refusedCallOf(client.getState())).toBeUndefined();
});
