import { expect, test, vi } from 'vitest';
import {
  acquire,
  all,
  connect,
  createRegistered,
  openScene,
  type Phone,
  proxy,
  textOf,
} from '../testing/test-phones.ts';

openScene();

async function talk() {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  const { callerId, calleeId } = await connect(anna, bobby, all);
  await vi.waitUntil(() => anna.streams.connection(callerId)?.connectionState === 'connected', 8000);
  // Before her face has come, a peer may begin it in another section.
  const faceAt = () => bobby.streams.get(calleeId, 'remote')?.getVideoTracks()[0];
  await vi.waitUntil(() => faceAt()?.muted === false, 8000);
  return { anna, annasId: callerId, bobby, bobbysId: calleeId };
}

/** The sections of a body of SIP. */
const sectionsOf = (body = ''): readonly string[] => body.split(/^(?=m=)/m).slice(1);

/**
 * Sends bobby a re-INVITE whose body is changed on the way; the proxy takes the answer away from Anna, whose browser
 * would not understand it.
 * @returns the sections of the answer
 */
async function offer(
  anna: Phone,
  annasId: string,
  change: (sections: readonly string[]) => readonly string[],
) {
  const before = proxy.messages.length;
  proxy.rewrite = (message) => {
    const [head = '', body = ''] = message.split('\r\n\r\n');
    if (!message.startsWith('INVITE')) return message;
    const [session = ''] = body.split(/^(?=m=)/m);
    const sections = change(sectionsOf(body));
    const mids = sections.map((section) => /^a=mid:(\S+)/m.exec(section)?.[1] ?? '');
    const changed =
      session.replace(/^a=group:BUNDLE.*$/m, `a=group:BUNDLE ${mids.join(' ')}`) + sections.join('');
    return `${head.replace(/^Content-Length:.*$/im, `Content-Length: ${changed.length}`)}\r\n\r\n${changed}`;
  };
  const isAnswer = (message: string) => /^SIP\/2\.0 [2-6]\d\d[^]*CSeq: \d+ INVITE/i.test(message);
  const answer = () => proxy.messages.slice(before).find(isAnswer);
  proxy.filter = (message) => !isAnswer(message);
  anna.signalling.offerHold(annasId, false);
  const found = await vi.waitUntil(answer, 8000);
  proxy.rewrite = (message) => message;
  proxy.filter = () => true;
  return { status: Number(/^SIP\/2\.0 (\d+)/.exec(found)?.[1]), sections: sectionsOf(found) };
}

const portOf = (section = ''): string => /^m=\S+ (\d+)/.exec(section)?.[1] ?? '';
const isRefused = (section = ''): boolean => portOf(section) === '0';
/** Another video, made of the one that the call has. */
const another = (video: string, mid: string, label = ''): string =>
  `${video
    .replace(/^a=mid:.*$/m, `a=mid:${mid}`)
    .replaceAll(/^a=(ssrc|ssrc-group|msid|candidate):?.*\r\n/gm, '')
    .replace(
      /^a=(sendrecv|recvonly|inactive)/m,
      'a=sendonly',
    )}${label === '' ? '' : `a=content:${label}\r\n`}`;
const videoIn = (sections: readonly string[]): string =>
  sections.find((section) => section.startsWith('m=video')) ?? '';

async function goesOn({ anna, annasId, bobby, bobbysId }: Awaited<ReturnType<typeof talk>>): Promise<void> {
  bobby.signalling.sendText(bobbysId, 1, 'kvar');
  await vi.waitUntil(() => textOf(anna) === 'kvar');
  expect(bobby.streams.get(bobbysId, 'remote')?.getVideoTracks()).toHaveLength(1);
  expect(bobby.events.some(({ type }) => type === 'callBroken' || type === 'remoteHungUp')).toBe(false);
  expect(anna.streams.connection(annasId)).toBeDefined();
}

test.each(['', 'slides', 'main'])(
  'D88 of twenty videos one is taken, and one screen at most, if they are labelled "%s"',
  async (label) => {
    const call = await talk();
    const { status, sections } = await offer(call.anna, call.annasId, (all) => [
      ...all,
      ...Array.from({ length: 20 }, (_, index) => another(videoIn(all), `x${index}`, label)),
    ]);
    expect(status).toBe(200);
    expect(sections).toHaveLength(23);
    expect(sections.slice(3).filter((section) => !isRefused(section))).toHaveLength(
      label === 'slides' ? 1 : 0,
    );
    expect(isRefused(videoIn(sections))).toBe(false);
    // What was refused has made nothing in the browser.
    const open = call.bobby.streams
      .connection(call.bobbysId)
      ?.getTransceivers()
      .filter(({ receiver, direction }) => receiver.track.kind === 'video' && direction !== 'stopped');
    expect(open).toHaveLength(label === 'slides' ? 2 : 1);
    await goesOn(call);
  },
);

test('D88 a peer cannot turn the video of the call into a screen', async () => {
  const call = await talk();
  const { status, sections } = await offer(call.anna, call.annasId, (all) =>
    all.map((section) => (section.startsWith('m=video') ? `${section}a=content:slides\r\n` : section)),
  );
  expect(status).toBe(200);
  expect(videoIn(sections)).toContain('a=sendrecv');
  expect(call.bobby.events.some(({ type }) => type === 'screenChanged' || type === 'mediaChanged')).toBe(
    false,
  );
  await goesOn(call);
});

test.each([
  ['several values', 'main,slides', true],
  ['a value that only looks like it', 'slideshow', false],
  ['an empty value', ' ', false],
])('D88 RFC 4796 a label with %s', async (_name, label, isScreen) => {
  const call = await talk();
  const { sections } = await offer(call.anna, call.annasId, (all) => [
    ...all,
    another(videoIn(all), 'x', label),
  ]);
  expect(isRefused(sections.at(-1))).toBe(!isScreen);
  await goesOn(call);
});

test('D88 a section without a name is not taken as a screen, and the call goes on', async () => {
  const call = await talk();
  const { status, sections } = await offer(call.anna, call.annasId, (all) => [
    ...all,
    another(videoIn(all), 'x', 'slides').replace(/^a=mid:.*\r\n/m, ''),
  ]);
  expect(status === 488 || isRefused(sections.at(-1))).toBe(true);
  await goesOn(call);
});

test('D88 a first INVITE with many videos is answered with one', async () => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  proxy.rewrite = (message) => {
    if (!message.startsWith('INVITE')) return message;
    const [head = '', body = ''] = message.split('\r\n\r\n');
    const sections = sectionsOf(body);
    const more = Array.from({ length: 5 }, (_, index) => another(videoIn(sections), `y${index}`, 'slides'));
    const changed = body.replace(/^(a=group:BUNDLE.*)$/m, '$1 y0 y1 y2 y3 y4') + more.join('');
    return `${head.replace(/^Content-Length:.*$/im, `Content-Length: ${changed.length}`)}\r\n\r\n${changed}`;
  };
  const isAnswer = (message: string) => /^SIP\/2\.0 200[^]*CSeq: \d+ INVITE/i.test(message);
  proxy.filter = (message) => !isAnswer(message);
  await acquire(anna, 'many', all);
  anna.signalling.invite({
    callId: 'many',
    target: 'bobby@demo.example',
    wanted: all,
    bandwidth: { audioKbps: 0, videoKbps: 0 },
  });
  const { callId, offered } = await bobby.next('inviteReceived');
  expect(offered.video).toBe(true);
  await acquire(bobby, callId, all);
  bobby.signalling.answer({ callId, wanted: all, bandwidth: { audioKbps: 0, videoKbps: 0 } });
  const answer = await vi.waitUntil(() => proxy.messages.find(isAnswer), 8000);
  const videos = sectionsOf(answer).filter((section) => section.startsWith('m=video'));
  expect(videos).toHaveLength(6);
  expect(videos.filter((section) => !/^a=inactive/m.test(section) && !isRefused(section))).toHaveLength(1);
});
