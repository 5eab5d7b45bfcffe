import type { Features } from '@samtal/api-contract';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { alice } from '../../testing/alice.ts';
import { contact, createFakePeopleApi } from '../../testing/fake-people-api.ts';
import type { PeopleApi } from '../ports/people-api.ts';
import type { ApiResult } from '../ports/user-api.ts';
import type { SessionState } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { createPeople } from './people.ts';

const bo = contact({ id: '1', fname: 'Bo', sipaddress: 'bo@demo.example' });
const {
  id: _id,
  imageUrl: _imageUrl,
  ...draft
} = contact({ id: '', fname: 'Kim', sipaddress: 'kim@demo.example' });
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const signedIn = (securityToken: string, features: Partial<Features> = {}): SessionState => {
  const session = alice();
  return {
    ...session,
    user: { ...session.user, securityToken },
    features: { ...session.features, ...features },
  };
};

function createScene(answers: Partial<PeopleApi> = {}, first: SessionState = signedIn('a')) {
  const clock = createFakeClock();
  const api = createFakePeopleApi([bo], answers);
  const session = { state: createStore(first) };
  const logged: string[] = [];
  const people = createPeople({
    api,
    session,
    clock,
    untilShown: () => Promise.resolve(),
    log: { warn: (message, detail) => logged.push(`${message} ${JSON.stringify(detail)}`) },
  });
  return { api, clock, logged, people, session };
}

test('CONTACT-13 A-105 contacts and services are loaded at the login where they are on', async () => {
  const { api, people, session } = createScene({}, { phase: 'signedOut' });
  expect(api.calls).toEqual([]);
  session.state.set(signedIn('a'));
  await settled();
  expect(api.calls).toEqual(['searchContacts %', 'getServices']);
  expect(people.knownNames.get()('bo@demo.example')).toBe('Bo');
  const without = createScene({}, signedIn('a', { contacts: false, services: false }));
  await settled();
  expect(without.api.calls).toEqual([]);
});

test('data of one user is not shown to the next, even if it arrives late', async () => {
  let arrive: (result: ApiResult<readonly (typeof bo)[]>) => void = () => {};
  const late = new Promise<ApiResult<readonly (typeof bo)[]>>((resolve) => {
    arrive = resolve;
  });
  const { people, session } = createScene({
    searchContacts: (token) => (token === 'a' ? late : new Promise(() => {})),
  });
  session.state.set({ phase: 'signedOut' });
  session.state.set(signedIn('b'));
  arrive({ ok: true, value: [bo] });
  await settled();
  expect(people.contacts.get()).toEqual({ phase: 'loading' });
  expect(people.knownNames.get()('bo@demo.example')).toBeUndefined();
});

test('the list includes contacts added, changed and deleted here and elsewhere', async () => {
  const { api, people } = createScene();
  await settled();
  const names = () => {
    const list = people.contacts.get();
    return list.phase === 'ready' ? list.value.map(({ fname }) => fname) : list.phase;
  };
  await people.saveContact(draft);
  expect(names()).toEqual(['Bo', 'Kim']);
  await people.saveContact({ ...draft, fname: 'Kimberly' }, '2');
  expect(names()).toEqual(['Bo', 'Kimberly']);
  await people.deleteContact('1');
  expect(names()).toEqual(['Kimberly']);
  await api.addContact('a', { ...draft, fname: 'Elsewhere' });
  people.contactsChanged();
  await settled();
  expect(names()).toEqual(['Kimberly', 'Elsewhere']);
});

test('an unchanged list notifies no listener', async () => {
  const { people } = createScene();
  await settled();
  let changes = 0;
  people.contacts.subscribe(() => {
    changes += 1;
  });
  await people.loadContacts();
  expect(changes).toBe(0);
  await people.saveContact(draft);
  expect(changes).toBe(1);
});

test('DIRECTORY-08 a failure to load is logged without the address; earlier data stays', async () => {
  let isBroken = true;
  const { people, logged } = createScene({
    getDirectoryTypes: async () => (isBroken ? { ok: false, status: 500 } : { ok: true, value: [] }),
  });
  await people.loadDirectory();
  expect(people.directory.get()).toEqual({ phase: 'failed' });
  expect(logged).toEqual(['list_not_loaded {"name":"directory","status":500}']);
  isBroken = false;
  await people.loadDirectory();
  isBroken = true;
  await people.loadDirectory();
  expect(people.directory.get()).toMatchObject({ phase: 'ready' });
});

test('many contacts are added one by one, and the list is loaded once afterwards', async () => {
  const { api, people } = createScene();
  await settled();
  await people.addMany(async (add) => {
    for (const each of [draft, draft, draft]) {
      await add(each);
      people.contactsChanged();
    }
  });
  expect(api.calls.filter((call) => call === 'searchContacts %')).toHaveLength(2);
});

test('contacts being added are not added for another user who logs in meanwhile', async () => {
  const { api, people, session } = createScene();
  await settled();
  const results = await people.addMany(async (add) => {
    const first = await add(draft);
    session.state.set({ phase: 'signedOut' });
    session.state.set(signedIn('b'));
    return [first, await add(draft)];
  });
  expect(results.map(({ ok }) => ok)).toEqual([true, false]);
  expect(api.calls.filter((call) => call.startsWith('addContact'))).toHaveLength(1);
});

test('only failed requests are repeated when the connection is back', async () => {
  let answer: () => Promise<ApiResult<never[]>> = async () => ({ ok: false, status: 0 });
  const { api, people } = createScene({ getDirectory: () => answer(), getServices: () => answer() });
  await people.loadDirectory();
  await settled();
  expect([people.directory.get().phase, people.services.get().phase]).toEqual(['failed', 'failed']);
  answer = async () => ({ ok: true, value: [] });
  const before = api.calls.length;
  people.askAgain();
  await settled();
  expect([people.directory.get().phase, people.services.get().phase]).toEqual(['ready', 'ready']);
  expect(api.calls.slice(before).filter((call) => call.startsWith('searchContacts'))).toEqual([]);
  const after = api.calls.length;
  people.askAgain();
  await settled();
  expect(api.calls.length).toBe(after);
});

test('a request sent before the connection was back is repeated', async () => {
  const waiting: ((result: ApiResult<never[]>) => void)[] = [];
  const { people } = createScene({ getDirectory: () => new Promise((resolve) => waiting.push(resolve)) });
  const first = people.loadDirectory();
  people.askAgain();
  waiting[1]?.({ ok: true, value: [] });
  await settled();
  waiting[0]?.({ ok: false, status: 0 });
  await first;
  expect(people.directory.get().phase).toBe('ready');
});
