import type { ClientSettings, DeviceKind, MediaKinds } from '@samtal/call-core';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { readTicket } from '../ticket/read-ticket.ts';

const text: MediaKinds = { audio: false, video: false, text: true };
const voice: MediaKinds = { audio: true, video: false, text: true };
const video: MediaKinds = { audio: true, video: true, text: true };
const kinds = { video, voice, text };

const perCall = { audio: true, video: true };
const continuity = { limitMs: 30_000, outlivesReload: true };

type Name = 'alice' | 'bobby';

/** Two users with flag D33 whose pages may be loaded anew (decision D81). */
function openPages() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  const tickets = new Map<string, unknown>();
  const load = (name: string, seed: number) => {
    const client = createTestClient(network, clock, seed, {
      tickets: {
        keep: (ticket) => Boolean(tickets.set(name, JSON.parse(JSON.stringify(ticket)))),
        take(settings: ClientSettings, now: number) {
          const found = tickets.get(name);
          tickets.delete(name);
          return readTicket(found, settings, now);
        },
      },
    });
    client.signalling.keepsCalls = true;
    client.intents.start(settingsOf(name, { perCall, continuity }));
    return client;
  };
  const pages = { alice: load('alice', 1), bobby: load('bobby', 2) };
  clock.advance(400);
  return {
    clock,
    pages,
    reload(name: Name) {
      pages[name].emit({ type: 'pageHidden' });
      clock.advance(300);
      pages[name] = load(name, 3);
      clock.advance(5000);
    },
  };
}

type Scene = ReturnType<typeof openPages>;
const otherOf = (name: Name): Name => (name === 'alice' ? 'bobby' : 'alice');

/** Alice calls Bobby. */
function talk({ clock, pages: { alice, bobby } }: Scene, media: MediaKinds, answered: MediaKinds): void {
  alice.intents.call('bobby', { media });
  clock.advance(400);
  bobby.intents.answer(answered);
  clock.advance(400);
}

const mediaOf = ({ pages }: Scene, name: Name) => {
  const { call } = pages[name].getState();
  return call.phase === 'accepted' ? call.media : expect.fail(`${name} is in no call`);
};

/** Whether the camera or microphone of a user is open, and is sent. */
function sends({ pages }: Scene, name: Name, kind: DeviceKind): boolean {
  const { call, media } = pages[name].getState();
  const callId = call.phase === 'accepted' ? call.call.callId : '';
  const isOpen = pages[name].localMedia.openNow(callId).split('+').includes(kind);
  expect(media.working[kind], `what ${name} sees is what is open`).toBe(isOpen);
  return isOpen;
}

const before = {
  'the first call': () => undefined,
  'a call after a video call': (scene: Scene) => {
    talk(scene, video, video);
    scene.pages.alice.intents.hangUp();
    scene.clock.advance(5000);
    scene.pages.bobby.intents.dismiss();
  },
} as const;

const meanwhile = {
  'as it began': () => undefined,
  'after a hold': ({ clock, pages }: Scene, name: Name) => {
    pages[name].intents.setHeld(true);
    clock.advance(400);
    pages[name].intents.setHeld(false);
    clock.advance(400);
  },
  'after a reload here': (scene: Scene, name: Name) => scene.reload(name),
  'after a reload there': (scene: Scene, name: Name) => scene.reload(otherOf(name)),
} as const;

const namesIn = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(table) as Key[];

const table = namesIn(before).flatMap((earlier) =>
  namesIn(kinds).flatMap((made) =>
    [...new Set([made, 'text'] as const)].flatMap((taken) =>
      namesIn(meanwhile).flatMap((since) =>
        (['alice', 'bobby'] as const).flatMap((first) =>
          (['audio', 'video'] as const).map((kind) => ({ earlier, made, taken, since, first, kind })),
        ),
      ),
    ),
  ),
);

test.each(table)(
  'D33 $earlier, made by $made and taken by $taken, $since: $first adds $kind, the other is asked, and both send it',
  ({ earlier, made, taken, since, first, kind }) => {
    const scene = openPages();
    const { clock, pages } = scene;
    before[earlier](scene);
    talk(scene, kinds[made], kinds[taken]);
    meanwhile[since](scene, first);
    const second = otherOf(first);
    for (const each of ['audio', 'video'] as const)
      for (const name of [first, second]) expect(sends(scene, name, each)).toBe(kinds[taken][each]);
    if (kinds[taken][kind]) return;

    pages[first].intents.addMedium(kind);
    clock.advance(400);
    expect([sends(scene, first, kind), sends(scene, second, kind)]).toEqual([true, false]);
    expect(mediaOf(scene, second).fromPeer?.[kind]).toBe(true);
    expect(pages[second].getState().addition.added).toEqual({ kind, isAsked: true });

    pages[second].intents.addMedium(kind);
    clock.advance(400);
    expect([sends(scene, first, kind), sends(scene, second, kind)]).toEqual([true, true]);
    expect(mediaOf(scene, first).fromPeer?.[kind]).toBe(true);
    for (const name of [first, second]) expect(pages[name].getState().addition.own).toBeUndefined();
  },
);
