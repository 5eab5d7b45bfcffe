import { type KeyValue, parseBrand } from '@samtal/api-contract';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createFakeUserApi } from '../../testing/fake-user-api.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { createAlerts } from '../alerts/alerts.ts';
import type { UserApi } from '../ports/user-api.ts';
import { createSession } from './session.ts';
import { createSessionMemory } from './session-memory.ts';
import { createSettingsEditor } from './settings-editor.ts';

const result = parseBrand({ anonymous: { enabled: true, username: 'guest' } });
if (!result.ok) throw new Error('the brand of the test is invalid');
const { brand } = result;

async function open(answers: Partial<UserApi> = {}, username = 'alice', localStore = createMemoryStore()) {
  const api = createFakeUserApi(answers);
  const sessionStore = createMemoryStore();
  const memory = createSessionMemory(sessionStore, localStore);
  const session = createSession({
    api,
    brand,
    memory,
    localStore,
    now: () => 1,
    stopCalling: async () => {},
  });
  await session.login(username, 'pw');
  const clock = createFakeClock();
  const alerts = createAlerts(clock);
  const editor = createSettingsEditor(session, alerts);
  const inEffect = () => {
    const now = session.state.get();
    return now.phase === 'signedIn' ? now.settings : undefined;
  };
  return {
    editor,
    session,
    clock,
    localStore,
    sessionStore,
    inEffect,
    alerts: () => alerts.list.get().map(({ id, type, message }) => [id, type, message.key]),
    sent: () => api.calls.filter((call) => call.startsWith('setWebSetting')),
  };
}

const saved = ['saved', 'success', 'settings.saved'];
const notSaved = ['saved', 'danger', 'settings.notsaved'];

test('SET-23 SET-28 only changes are sent, each setting once and as text', async () => {
  const { editor, sent } = await open();
  editor.change('WEB_TEXT_SIZE', '24');
  editor.change('WEB_AUDIO', 'false');
  editor.change('WEB_FONT', 'arial');
  editor.change('WEB_FONT', 'times');
  await editor.save();
  expect(sent()).toEqual([
    'setWebSetting "token-1" {"key":"WEB_TEXT_SIZE","value":"24"}',
    'setWebSetting "token-1" {"key":"WEB_AUDIO","value":"false"}',
  ]);
});

test('SET-23 saving without a change sends nothing, nor does a second save', async () => {
  const { editor, sent, alerts } = await open();
  await editor.save();
  expect([sent(), alerts()]).toEqual([[], [saved]]);
  editor.change('WEB_VIDEO', 'false');
  await editor.save();
  await editor.save();
  expect(sent()).toHaveLength(1);
});

test('a choice takes effect only when it is saved, and outlives a reload', async () => {
  const { editor, session, inEffect, sessionStore } = await open();
  editor.change('WEB_VIDEO', 'false');
  expect(editor.state.get()).toMatchObject({ values: { WEB_VIDEO: 'false' }, isChanged: true });
  expect(inEffect()?.['WEB_VIDEO']).toBe('true');
  await editor.save();
  expect(editor.state.get()).toMatchObject({ values: { WEB_VIDEO: 'false' }, isChanged: false });
  expect(inEffect()?.['WEB_VIDEO']).toBe('false');
  const otherStore = createMemoryStore();
  const reloaded = createSession({
    api: createFakeUserApi(),
    brand,
    memory: createSessionMemory(sessionStore, otherStore),
    localStore: otherStore,
    now: () => 1,
    stopCalling: async () => {},
  });
  expect(reloaded.state.get()).toEqual(session.state.get());
});

test('SET-22 SET-24 A-102 the saved alert stays until a value changes or the page is left', async () => {
  const { editor, alerts } = await open();
  editor.change('WEB_AUDIO', 'false');
  await editor.save();
  expect(alerts()).toEqual([saved]);
  editor.change('WEB_AUDIO', 'true');
  expect(alerts()).toEqual([]);
  await editor.save();
  expect(alerts()).toEqual([saved]);
  editor.resetSaved();
  expect(alerts()).toEqual([]);
});

test.each([0, 400, 500])('a change not saved (status %i) is kept and reported', async (status) => {
  const { editor, inEffect, alerts } = await open({
    setWebSetting: async (_token, { key }) =>
      key === 'WEB_AUDIO' ? { ok: false, status } : { ok: true, value: undefined },
  });
  editor.change('WEB_AUDIO', 'false');
  editor.change('WEB_VIDEO', 'false');
  await editor.save();
  expect(alerts()).toEqual([notSaved]);
  expect(inEffect()).toMatchObject({ WEB_AUDIO: 'true', WEB_VIDEO: 'false' });
  expect(editor.state.get()).toMatchObject({
    values: { WEB_AUDIO: 'false', WEB_VIDEO: 'false' },
    isChanged: true,
    isSaving: false,
  });
});

test('SET-23 a setting chosen on another device counts as saved; unsaved choices here stay', async () => {
  let kept: readonly KeyValue[] = [];
  const { editor, session, sent } = await open({ getWebSettings: async () => ({ ok: true, value: kept }) });
  editor.change('WEB_FONT', 'arial');
  kept = [
    { key: 'AM_ENABLED', value: '1' },
    { key: 'WEB_FONT', value: 'verdana' },
  ];
  await session.reloadSettings();
  expect(editor.state.get()).toMatchObject({
    values: { AM_ENABLED: '1', WEB_FONT: 'arial' },
    isChanged: true,
  });
  editor.change('AM_ENABLED', '0');
  await editor.save();
  expect(sent()).toEqual([
    'setWebSetting "token-1" {"key":"WEB_FONT","value":"arial"}',
    'setWebSetting "token-1" {"key":"AM_ENABLED","value":"0"}',
  ]);
});

test('discarding restores the settings in effect', async () => {
  const { editor } = await open();
  editor.change('AM_MESSAGE', 'Back soon');
  editor.discard();
  expect(editor.state.get()).toMatchObject({ values: { AM_MESSAGE: '' }, isChanged: false });
});

test('NAV-12 saving one setting immediately keeps other unsaved choices, and shows a flash', async () => {
  const { editor, sent, alerts, clock } = await open();
  editor.change('WEB_FONT', 'verdana');
  await editor.saveOne('WEB_AUDIO', 'false');
  expect(sent()).toEqual(['setWebSetting "token-1" {"key":"WEB_AUDIO","value":"false"}']);
  expect(editor.state.get()).toMatchObject({
    values: { WEB_AUDIO: 'false', WEB_FONT: 'verdana' },
    isChanged: true,
  });
  expect(alerts()).toEqual([saved]);
  clock.advance(5000);
  expect(alerts()).toEqual([]);
});

test('unsaved choices of one user are not kept for the next', async () => {
  const { editor, session } = await open();
  editor.change('WEB_FONT', 'verdana');
  await session.logout();
  await session.login('bobby', 'pw');
  expect(editor.state.get()).toMatchObject({ values: { WEB_FONT: 'times' }, isChanged: false });
});

test('a session that ends while saving is not restored', async () => {
  let release = (): void => {};
  const { editor, session, alerts } = await open({
    setWebSetting: () =>
      new Promise((resolve) => {
        release = () => resolve({ ok: true, value: undefined });
      }),
  });
  editor.change('WEB_AUDIO', 'false');
  const saving = editor.save();
  expect(editor.state.get().isSaving).toBe(true);
  session.end();
  release();
  await saving;
  expect([session.state.get(), alerts()]).toEqual([{ phase: 'signedOut', wasEnded: true }, []]);
});

test('SET-25 STORE-05 A-036 without an account settings stay in this browser', async () => {
  const { editor, sent, alerts, inEffect, localStore } = await open({}, 'guest');
  editor.change('WEB_VIDEO', 'false');
  editor.change('WEB_FONT', 'arial');
  await editor.save();
  expect([sent(), alerts()]).toEqual([[], [saved]]);
  expect(inEffect()).toMatchObject({ WEB_VIDEO: 'false', WEB_FONT: 'arial' });
  expect(JSON.parse(localStore.get('settings') ?? '')).toEqual({ WEB_VIDEO: 'false', WEB_FONT: 'arial' });
  const next = await open({}, 'guest', localStore);
  expect(next.inEffect()).toMatchObject({ WEB_VIDEO: 'false', WEB_FONT: 'arial' });
  const owner = await open({}, 'alice', localStore);
  expect(owner.inEffect()).toMatchObject({ WEB_VIDEO: 'true', WEB_FONT: 'times' });
});

test.each(['{', '"text"', 'null', '{"WEB_FONT":7,"WEB_VIDEO":"perhaps"}'])(
  'a browser that remembers %s starts with defaults',
  async (settings) => {
    const { inEffect } = await open({}, 'guest', createMemoryStore({ settings }));
    expect(inEffect()).toMatchObject({ WEB_FONT: 'times', WEB_VIDEO: 'true' });
  },
);
