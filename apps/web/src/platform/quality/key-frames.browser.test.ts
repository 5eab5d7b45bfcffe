import { createFakeClock } from '@samtal/test-kit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { negotiate, passCandidates } from '../testing/connect-pair.ts';
import { keyFramesIn } from '../testing/key-frames-in.ts';
import { sendKeyFramesOnMove } from './key-frames.ts';

test('D80 when ICE moves the media to other addresses, the peer decodes a key frame for which it has not asked, and another one half a second later', async () => {
  const camera = await navigator.mediaDevices.getUserMedia({ video: true });
  const [own, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
  onTestFinished(() => {
    own.close();
    other.close();
    for (const track of camera.getTracks()) track.stop();
  });
  passCandidates(own, other);
  for (const track of camera.getTracks()) own.addTrack(track, camera);
  await negotiate(own, other);
  await vi.waitUntil(async () => (await keyFramesIn(other)).decoded > 0, { timeout: 8000 });
  const clock = createFakeClock();
  sendKeyFramesOnMove(own, clock);
  const before = await keyFramesIn(other);
  own.restartIce();
  await negotiate(own, other);
  const more = (count: number) =>
    vi.waitUntil(async () => (await keyFramesIn(other)).decoded >= before.decoded + count, { timeout: 8000 });
  await more(1);
  clock.advance(500);
  await more(2);
  expect((await keyFramesIn(other)).asked).toBe(before.asked);
}, 30_000);
