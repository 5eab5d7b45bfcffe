import type { ScreenCaptureEvent } from '@samtal/call-core';
import { expect, test, vi } from 'vitest';
import { createCallStreams } from './call-streams.ts';
import { createScreenCapture } from './screen-capture.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };

const picture = (): MediaStream => document.createElement('canvas').captureStream(1);

/** The capture of a browser whose user answers its question by `choose`. */
function open(choose: () => Promise<MediaStream>) {
  const events: ScreenCaptureEvent[] = [];
  const asked: (DisplayMediaStreamOptions | undefined)[] = [];
  const streams = createCallStreams();
  const capture = createScreenCapture({
    emit: (event) => events.push(event),
    streams,
    log: silent,
    mediaDevices: {
      getDisplayMedia(options) {
        asked.push(options);
        return choose();
      },
    },
  });
  return { capture, events, asked, streams, shared: () => streams.get('call', 'ownScreen') };
}

test('D88 what the user chooses is captured without sound, in detail', async () => {
  const { capture, events, asked, shared } = open(async () => picture());
  capture.open('call');
  await vi.waitUntil(() => events.length > 0);
  expect(events).toEqual([{ type: 'screenOpened', callId: 'call' }]);
  expect(asked).toEqual([{ video: true, audio: false }]);
  expect(
    shared()
      ?.getTracks()
      .map(({ kind, contentHint }) => [kind, contentHint]),
  ).toEqual([['video', 'detail']]);
  capture.close('call');
});

test('D88 a capture that the browser ends is reported once, and nothing of it is kept', async () => {
  const { capture, events, shared } = open(async () => picture());
  capture.open('call');
  await vi.waitUntil(() => shared());
  const [track] = shared()?.getTracks() ?? [];
  track?.dispatchEvent(new Event('ended'));
  track?.dispatchEvent(new Event('ended'));
  expect(events.map(({ type }) => type)).toEqual(['screenOpened', 'screenEnded']);
  expect(shared()).toBeUndefined();
  track?.stop();
});

test('D88 a capture that the call ends is stopped, and reports nothing', async () => {
  const { capture, events, shared } = open(async () => picture());
  capture.open('call');
  await vi.waitUntil(() => shared());
  const [track] = shared()?.getTracks() ?? [];
  capture.close('call');
  expect([track?.readyState, shared()]).toEqual(['ended', undefined]);
  expect(events.map(({ type }) => type)).toEqual(['screenOpened']);
});

test('D88 what is chosen after the call has ended is stopped immediately', async () => {
  const late = picture();
  let choose = (): void => {};
  const { capture, events, shared } = open(() => new Promise((resolve) => (choose = () => resolve(late))));
  capture.open('call');
  capture.close('call');
  choose();
  await vi.waitUntil(() => late.getTracks().every(({ readyState }) => readyState === 'ended'));
  expect([events, shared()]).toEqual([[], undefined]);
});

test.each([
  ['a cancelled choice', new DOMException('Permission denied', 'NotAllowedError'), undefined],
  ['a system that refuses', new DOMException('Permission denied by system', 'NotAllowedError'), 'denied'],
  [
    'a page that may not capture',
    new DOMException('disallowed by permissions policy', 'NotAllowedError'),
    'denied',
  ],
  ['nothing to capture', new DOMException('', 'NotFoundError'), 'denied'],
  ['a press that is too old', new DOMException('', 'InvalidStateError'), 'pressAgain'],
  ['any other error', new TypeError('unknown'), 'failed'],
] as const)('D88 after %s the reason is reported', async (_name, error, why) => {
  const { capture, events, shared } = open(() => Promise.reject(error));
  capture.open('call');
  await vi.waitUntil(() => events.length > 0);
  expect(events).toEqual([{ type: 'screenFailed', callId: 'call', ...(why && { why }) }]);
  expect(shared()).toBeUndefined();
});

test('D88 a capture without a video is reported as failed', async () => {
  const { capture, events } = open(async () => new MediaStream());
  capture.open('call');
  await vi.waitUntil(() => events.length > 0);
  expect(events).toEqual([{ type: 'screenFailed', callId: 'call', why: 'failed' }]);
});
