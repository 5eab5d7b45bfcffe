import { expect, test } from 'vitest';
import { createPushNotes } from './push-notes.ts';

const notes = createPushNotes(window);
const ringing = { id: 'incoming-1', until: 30 };

test('D78 a note is read as it was kept, also by another page', async () => {
  await notes.keep('ringing', ringing);
  expect(await createPushNotes(window).read('ringing')).toEqual(ringing);
});

test('D78 of several pages only one gets a note, and only one that it wants', async () => {
  await notes.keep('ringing', ringing);
  expect(await notes.take('ringing', ({ id }) => id === 'incoming-2')).toBeUndefined();
  const pages = [notes, createPushNotes(window), createPushNotes(window)];
  const taken = await Promise.all(pages.map((each) => each.take('ringing', ({ id }) => id === 'incoming-1')));
  expect(taken.filter((note) => note !== undefined)).toEqual([ringing]);
  expect(await notes.read('ringing')).toBeUndefined();
});

test('D78 without storage nothing is found, and nothing fails', async () => {
  const broken = createPushNotes({
    get indexedDB(): IDBFactory {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  await broken.keep('ringing', ringing);
  expect(await broken.read('ringing')).toBeUndefined();
  expect(await broken.take('ringing', () => true)).toBeUndefined();
});
