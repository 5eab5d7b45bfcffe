import { expect, onTestFinished, test, vi } from 'vitest';
import { negotiate, passCandidates } from '../testing/connect-pair.ts';
import { keyFramesIn } from '../testing/key-frames-in.ts';
import { sendKeyFramesOnMove } from './key-frames.ts';

test('D80 when ICE moves the media to other addresses, the peer decodes a key frame for which it has not asked', async () => {
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
  sendKeyFramesOnMove(own);
  const before = await keyFramesIn(other);
  own.restartIce();
  await negotiate(own, other);
  await vi.waitUntil(async () => (await keyFramesIn(other)).decoded > before.decoded, { timeout: 8000 });
  expect((await keyFramesIn(other)).asked).toBe(before.asked);
}, 30_000);
