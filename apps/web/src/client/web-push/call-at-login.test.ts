import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createMemoryNotes } from '../../testing/memory-notes.ts';
import { createAlerts } from '../alerts/alerts.ts';
import type { SessionState } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { sayThatSomeoneCalls } from './call-at-login.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

type Conditions = { readonly rings?: boolean; readonly phase?: 'signedOut' | 'signingIn' };

async function createScene({ rings = true, phase = 'signedOut' }: Conditions = {}) {
  const clock = createFakeClock();
  const notes = createMemoryNotes();
  if (rings) notes.all.ringing = { id: 'incoming-1', until: clock.now() + 20_000 };
  const alerts = createAlerts(clock);
  const session = createStore<SessionState>({ phase });
  const look = sayThatSomeoneCalls({ session, notes, alerts, clock });
  await settled();
  const told = () => alerts.list.get().map(({ message }) => message.key);
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settled();
  };
  return { clock, notes, session, look, told, pass };
}

test('D78 the login page says that someone is calling, without a name, and when it is too late', async () => {
  const { told, pass } = await createScene();
  expect(told()).toEqual(['webpush.someone_calls']);
  await pass(19_999);
  expect(told()).toEqual(['webpush.someone_calls']);
  await pass(1);
  expect(told()).toEqual(['webpush.over_at_login']);
});

test('D78 the login page says immediately that the call has ended', async () => {
  const { notes, look, told } = await createScene();
  delete notes.all.ringing;
  look();
  await settled();
  expect(told()).toEqual(['webpush.over_at_login']);
});

test('D78 a call that comes while the login page is open is shown there', async () => {
  const { clock, notes, look, told } = await createScene({ rings: false });
  expect(told()).toEqual([]);
  notes.all.ringing = { id: 'incoming-2', until: clock.now() + 20_000 };
  look();
  await settled();
  expect(told()).toEqual(['webpush.someone_calls']);
});

test('D78 after the login the call itself rings, and the sentence goes', async () => {
  const { session, told, pass } = await createScene();
  session.set({ phase: 'signedIn' } as SessionState);
  await settled();
  expect(told()).toEqual([]);
  await pass(30_000);
  expect(told()).toEqual([]);
});

test('D78 during an automatic login nothing is said', async () => {
  const { told } = await createScene({ phase: 'signingIn' });
  expect(told()).toEqual([]);
});
