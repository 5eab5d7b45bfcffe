import type { SignallingEvent } from '@samtal/call-core';
import { expect, onTestFinished, test } from 'vitest';
import { createCallStreams } from '../../media/call-streams.ts';
import { refuseMoreVideos } from '../media/call-peer.ts';
import { createScreenSection } from './screen-section.ts';

/** One end of a call whose peer may do what it likes, without SIP: bodies are passed on here. */
function open() {
  const [own, peer] = [new RTCPeerConnection(), new RTCPeerConnection()];
  const events: SignallingEvent[] = [];
  let isEstablished = false;
  const section = createScreenSection(
    {
      callId: 'call',
      emit: (event) => events.push(event),
      streams: createCallStreams(),
      connection: () => own,
    },
    () => true,
  );
  own.addEventListener('signalingstatechange', () => {
    if (own.signalingState !== 'have-remote-offer') return;
    // As in a call whose user has no camera: every video of the peer would be taken.
    for (const each of own.getTransceivers()) if (each.direction !== 'stopped') each.direction = 'recvonly';
    if (isEstablished) section.direct();
    else refuseMoreVideos(own);
  });
  onTestFinished(() => {
    own.close();
    peer.close();
  });
  /** The peer makes an offer whose sections `labelled` are called a screen, and takes the answer. */
  async function offer(labelled: readonly RTCRtpTransceiver[]): Promise<void> {
    await peer.setLocalDescription(await peer.createOffer());
    const mids = labelled.map(({ mid }) => mid);
    const sections = (peer.localDescription?.sdp ?? '').split(/^(?=m=)/m);
    const sdp = sections
      .map((each) => {
        const mid = /^a=mid:(\S+)/m.exec(each)?.[1];
        return mid !== undefined && mids.includes(mid) ? `${each}a=content:slides\r\n` : each;
      })
      .join('');
    await own.setRemoteDescription({ type: 'offer', sdp: isEstablished ? section.takeOffer(sdp) : sdp });
    await own.setLocalDescription(await own.createAnswer());
    const answer = section.label(own.localDescription?.sdp ?? '');
    section.follow({ offer: sdp, answer, isOwn: false });
    isEstablished = true;
    await peer.setRemoteDescription({ type: 'answer', sdp: answer.replaceAll('a=content:slides\r\n', '') });
  }
  const add = (): RTCRtpTransceiver => peer.addTransceiver('video', { direction: 'sendonly' });
  const shown = () => events.map((event) => event.type === 'screenChanged' && event.isByPeer);
  const openVideos = () =>
    own.getTransceivers().filter(({ direction, currentDirection }) => {
      const isStopped = direction === 'stopped' || currentDirection === 'stopped';
      return !isStopped && currentDirection !== 'inactive';
    });
  return { own, peer, offer, add, shown, openVideos };
}

test('D88 a peer that ends its screen and begins again thirty times is shown each time, in one section', async () => {
  const { own, peer, offer, add, shown, openVideos } = open();
  peer.addTransceiver('video');
  await offer([]);
  const screen = add();
  for (let again = 0; again < 30; again++) {
    screen.direction = again % 2 === 0 ? 'sendonly' : 'inactive';
    await offer([screen]);
  }
  expect(shown()).toEqual(Array.from({ length: 30 }, (_, index) => index % 2 === 0));
  expect(own.getTransceivers()).toHaveLength(2);
  expect(openVideos()).toHaveLength(1);
});

test('D88 a peer that closes the section of its screen and opens another one, ten times, has one open at a time', async () => {
  const { peer, offer, add, shown, openVideos } = open();
  peer.addTransceiver('video');
  await offer([]);
  let screen: RTCRtpTransceiver | undefined;
  for (let again = 0; again < 10; again++) {
    screen?.stop();
    if (screen !== undefined) await offer([]);
    screen = add();
    await offer([screen]);
    expect(openVideos()).toHaveLength(2);
  }
  expect(shown().filter(Boolean)).toHaveLength(10);
});

test('D88 a second screen beside the first is refused, and so is a video that calls itself a screen later', async () => {
  const { peer, offer, add, shown, openVideos } = open();
  const face = peer.addTransceiver('video');
  await offer([]);
  const screens = [add(), add()];
  await offer(screens);
  expect(screens.map(({ currentDirection }) => currentDirection)).toEqual(['sendonly', 'stopped']);
  await offer([face, ...screens]);
  expect(face.currentDirection).toBe('sendonly');
  expect(shown()).toEqual([true]);
  expect(openVideos()).toHaveLength(2);
});

test('D88 of ten videos in the first offer one is taken, and no other one by a later offer', async () => {
  const { peer, offer, add, shown, openVideos } = open();
  const videos = Array.from({ length: 10 }, () => peer.addTransceiver('video', { direction: 'sendonly' }));
  await offer([]);
  expect(openVideos()).toHaveLength(1);
  await offer([]);
  expect(openVideos()).toHaveLength(1);
  expect(
    videos.map(({ currentDirection }) => currentDirection).filter((each) => each === 'sendonly'),
  ).toHaveLength(1);
  const screen = add();
  await offer([screen]);
  expect(shown()).toEqual([true]);
  expect(openVideos()).toHaveLength(2);
});

test('D88 a peer may leave the section of a video that it does not send, and send it in another one', async () => {
  const { peer, offer, openVideos } = open();
  peer.addTransceiver('video', { direction: 'inactive' });
  await offer([]);
  const video = peer.addTransceiver('video', { direction: 'sendonly' });
  await offer([]);
  expect(video.currentDirection).toBe('sendonly');
  expect(openVideos()).toHaveLength(1);
});
