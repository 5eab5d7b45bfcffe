import { expect, test } from 'vitest';
import { loginAnswer } from '../../testing/fake-user-api.ts';
import type { SessionState, SignedIn } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { seekLocalAddress } from './seek-local-address.ts';

const signedOut: SessionState = { phase: 'signedOut' };
const signedIn = (settings = {}): SignedIn => ({
  phase: 'signedIn',
  user: { ...loginAnswer, username: 'alice', password: 'pw' },
  settings,
  features: {} as Extract<SessionState, { phase: 'signedIn' }>['features'],
});

function setUp(initial: SessionState) {
  const session = createStore<SessionState>(initial);
  const searches: ((address: string | undefined) => void)[] = [];
  const found: unknown[] = [];
  seekLocalAddress(
    session,
    () => new Promise((resolve) => searches.push(resolve)),
    (person, address) => found.push([person.settings, address]),
  );
  return { session, searches, found, settle: () => Promise.resolve() };
}

test('A-008 A-052 SIP-03 the address is looked up once after each login', async () => {
  const { session, searches, found, settle } = setUp(signedOut);
  expect(searches).toHaveLength(0);
  session.set(signedIn());
  session.set(signedIn({ WEB_VIDEO: 'false' }));
  expect(searches).toHaveLength(1);
  searches[0]?.('192.0.2.77');
  await settle();
  expect(found).toEqual([[{ WEB_VIDEO: 'false' }, '192.0.2.77']]);
  session.set({ phase: 'signingOut', was: signedIn() });
  session.set(signedOut);
  session.set(signedIn());
  searches[1]?.('192.0.2.78');
  await settle();
  expect(found.slice(1)).toEqual([[{}, '192.0.2.78']]);
});

test('A-008 it is also looked up for a user who is logged in automatically', async () => {
  const { searches, found, settle } = setUp(signedIn());
  searches[0]?.('2001:db8::7');
  await settle();
  expect(found).toEqual([[{}, '2001:db8::7']]);
});

test('A-008 nothing is reported if no address is found or the user has left', async () => {
  const { session, searches, found, settle } = setUp(signedIn());
  searches[0]?.(undefined);
  await settle();
  session.set(signedOut);
  session.set(signedIn());
  session.set(signedOut);
  searches[1]?.('192.0.2.77');
  await settle();
  expect([searches.length, found]).toEqual([2, []]);
});
