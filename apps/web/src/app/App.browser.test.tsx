import { parseBrand } from '@samtal/api-contract';
import type { MediaFailure } from '@samtal/call-core';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createAlerts } from '../client/alerts/alerts.ts';
import { createCalling } from '../client/calling/calling.ts';
import { clientSettingsOf } from '../client/calling/client-settings.ts';
import { AppServicesContext } from '../client/hooks/app-services.ts';
import { createPeople } from '../client/people/people.ts';
import { createSession } from '../client/session/session.ts';
import { createSessionMemory } from '../client/session/session-memory.ts';
import { contact, createFakePeopleApi } from '../testing/fake-people-api.ts';
import { createFakeServices } from '../testing/fake-services.ts';
import { createFakeUserApi } from '../testing/fake-user-api.ts';
import { createMemoryStore } from '../testing/memory-store.ts';
import { createWholeI18n } from '../testing/whole-i18n.ts';
import { App } from './App.tsx';

const i18n = await createWholeI18n('en');
const on = { call: true, audio: true, video: true, text: true, contrast: true, footer: true };

const settingsOn = {
  ...on,
  settings: true,
  changeText: true,
  changeMedia: true,
  changeRingtone: true,
  changeMessage: true,
  about: true,
};

const everybody = Array.from({ length: 200 }, (_, index) =>
  contact({ id: String(index + 1), sname: `Person ${index}`, sipaddress: `p${index}@demo.example` }),
);

async function open(
  path: string,
  features: Readonly<Record<string, unknown>> = on,
  more: Readonly<Record<string, unknown>> = {},
) {
  history.replaceState(null, '', path);
  const result = parseBrand({ name: 'Acme calls', copyright: '© {year} Acme', features, ...more });
  if (!result.ok) throw new Error('the brand of the test is invalid');
  const { brand } = result;
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const client = createTestClient(network, clock);
  const bobby = createTestClient(network, clock, 2);
  const preview = { opened: 0, closed: 0, fail: (_why: MediaFailure): void => expect.fail('no preview') };
  const stage = {
    attachRemote: () => () => {},
    attachLocal: () => () => {},
    canCaptureScreen: false,
    attachScreen: () => () => {},
    attachPreview: (_element: HTMLVideoElement, onFailure: (why: MediaFailure) => void = () => {}) => {
      preview.fail = onFailure;
      preview.opened += 1;
      return () => {
        preview.closed += 1;
      };
    },
  };
  const localStore = createMemoryStore();
  const api = createFakeUserApi();
  const alerts = createAlerts(clock);
  const calling = createCalling({
    brand,
    load: async () => ({ client, settingsOf: clientSettingsOf, stage, people: people() }),
  });
  const session = createSession({
    api,
    brand,
    memory: createSessionMemory(createMemoryStore(), localStore),
    localStore,
    now: () => 1,
    stopCalling: calling.stop,
  });
  const people = () =>
    createPeople({
      api: createFakePeopleApi(everybody),
      session,
      log: { warn: () => {} },
      clock,
      untilShown: async () => {},
    });
  calling.follow(session.state);
  const screen = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={createFakeServices({ brand, session, calling, alerts, localStore })}>
        <App />
      </AppServicesContext>
    </I18nextProvider>,
  );
  /** Lets all pending work in the calling core finish. */
  const settle = () => clock.advance(5000);
  return { api, session, client, bobby, preview, alerts, settle, localStore, screen };
}

async function logIn(world: Awaited<ReturnType<typeof open>>, username = 'alice'): Promise<void> {
  await page.getByLabelText('Username').fill(username);
  await page.getByLabelText('Password', { exact: true }).fill('pw');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.element(page.getByRole('link', { name: 'Acme calls' })).toBeVisible();
  await expect.poll(() => world.client.getState().settings).toBeDefined();
  world.settle();
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  const before = location.href;
  onTestFinished(() => history.replaceState(null, '', before));
});

test.each([
  ['/call', '/call'],
  ['/', '/'],
  ['/nonsense', '/'],
  ['/login', '/'],
])(
  'ROUTE-02 ROUTE-11 ROUTE-13 ROUTE-14 A-118 %s leads to the login and then to %s',
  async (asked, reached) => {
    const world = await open(asked);
    await expect.element(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    expect([location.pathname, document.title]).toEqual(['/login', 'Log in - Acme calls']);
    await logIn(world);
    await expect.element(page.getByLabelText('Number or name')).toBeVisible();
    expect([location.pathname, document.title]).toEqual([reached, 'Call - Acme calls']);
  },
);

test('ROUTE-13 ROUTE-14 the query of an address is remembered with it', async () => {
  const world = await open('/call?number=112&name=%C3%85sa');
  await logIn(world);
  await expect.poll(() => location.pathname + location.search).toBe('/call?number=112&name=%C3%85sa');
});

test('APPDL-01 A-115 the main area offers the app too, except in a call and after closing', async () => {
  const onPhone = vi
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (Linux; Android 13) Chrome/120.0');
  onTestFinished(() => onPhone.mockRestore());
  const world = await open('/call', on, {
    appDownload: { enabled: true, googlePlay: 'https://play.example/app' },
  });
  await logIn(world);
  const badge = page.getByRole('link', { name: /Google Play/ });
  await expect.element(badge).toBeVisible();
  async function callNobody(): Promise<void> {
    world.client.intents.call('nobody');
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(badge.elements()).toEqual([]);
    world.client.intents.cancel();
    world.settle();
    world.client.intents.dismiss();
    await expect.element(page.getByRole('link', { name: 'Acme calls' })).toBeVisible();
  }
  await callNobody();
  await expect.element(badge).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await callNobody();
  expect(badge.elements()).toEqual([]);
});

test('NAV-01 a feature that is off has no menu entry, no page and no footer', async () => {
  await logIn(await open('/call', {}));
  await expect.element(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  for (const role of ['Contrast', 'Call']) await expect.element(page.getByText(role)).not.toBeInTheDocument();
  await expect.element(page.getByRole('contentinfo')).not.toBeInTheDocument();
});

test.each([
  ['/settings', '/settings/duringcalls/colors', 'Colours - Acme calls'],
  ['/settings/duringcalls/media', '/settings/duringcalls/media', 'Media - Acme calls'],
  ['/settings/nonsense', '/settings/duringcalls/colors', 'Colours - Acme calls'],
  ['/settings/about', '/settings/about', 'About - Acme calls'],
  ['/about', '/about', 'About - Acme calls'],
])('ROUTE-04 ROUTE-05 ROUTE-06 ROUTE-09 %s shows %s', async (asked, reached, title) => {
  await logIn(await open(asked, settingsOn));
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => [location.pathname, document.title]).toEqual([reached, title]);
});

test.each([
  ['/settings/duringcalls/colors', { changeText: false }, '/settings/duringcalls/media'],
  ['/settings/ringtone', { changeRingtone: false }, '/settings/duringcalls/colors'],
  ['/settings', { settings: false }, '/'],
  ['/settings/about', { settings: false }, '/'],
  ['/about', { about: false }, '/'],
  ['/log', {}, '/'],
  ['/test', {}, '/'],
  ['/selfcheck', {}, '/'],
  ['/settings/devices', {}, '/settings/duringcalls/colors'],
])('ROUTE-07 ROUTE-08 ROUTE-12 D39 D90 %s with %j redirects to %s', async (asked, off, reached) => {
  await logIn(await open(asked, { ...settingsOn, ...off }));
  await expect.poll(() => location.pathname).toBe(reached);
});

test.each([
  ['/test', 'Test your devices - Acme calls'],
  ['/settings/devices', 'Devices - Acme calls'],
  ['/selfcheck', 'Self-check against EN 301 549 - Acme calls'],
])('D39 D90 %s is a page when its flag is on', async (path, title) => {
  await logIn(await open(path, { ...settingsOn, devices: true, selfTest: true, conformanceCheck: true }));
  await expect.poll(() => [location.pathname, document.title]).toEqual([path, title]);
});

test('D39 the dial screen links to the test page if there is one', async () => {
  const world = await open('/call');
  await logIn(world);
  await expect.element(page.getByLabelText('Number or name')).toBeVisible();
  expect(page.getByRole('main').getByRole('link').elements()).toEqual([]);
});

test('ROUTE-10 A-084 the first available page replaces a home screen that is off', async () => {
  await logIn(await open('/', { about: true, audio: true }, { homeScreen: 'history' }));
  await expect.element(page.getByRole('heading', { name: 'System information' })).toBeVisible();
  expect(location.pathname).toBe('/');
});

const menu = () =>
  page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');

test('NAV-01 NAV-02 BRAND-05 the menu has the enabled pages in order and marks the current one', async () => {
  await logIn(await open('/', { ...settingsOn, debugLog: true }));
  expect(menu()).toEqual(['Call', 'Settings', 'Contrast', 'Log out', 'Debug log', 'System information']);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { name: 'Colours' })).toBeVisible();
  const marked = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Settings' });
  await expect.element(marked).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Acme calls' }).click();
  await expect.element(page.getByLabelText('Number or name')).toBeVisible();
  await expect.element(marked).not.toHaveAttribute('aria-current');
});

test('NAV-02 with every feature on the menu has every entry of the specification', async () => {
  const others = ['services', 'contacts', 'directory', 'history', 'messages', 'userInformation', 'debugLog'];
  const everything = Object.fromEntries(others.map((name) => [name, true]));
  await logIn(await open('/call', { ...settingsOn, ...everything }));
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Acme calls' })).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Menu' });
  await navigation.getByRole('button', { name: 'Contacts' }).click();
  const entries = [...navigation.getByRole('link').elements(), ...navigation.getByRole('button').elements()];
  expect(entries.map(({ textContent }) => textContent).toSorted()).toEqual(
    [
      'Services',
      'Contacts',
      'Contacts',
      'Directory',
      'Call',
      'History',
      'Messages',
      'User information',
      'Settings',
      'Contrast',
      'Log out',
      'Debug log',
      'System information',
    ].toSorted(),
  );
});

test.each([
  ['/', '/services', '/contacts', '/contacts/add', '/directory', '/call', '/history', '/messages'],
  [
    '/userinformation',
    '/settings/about',
    '/log',
    '/about',
    '/test',
    '/selfcheck',
    '/oneclickcall',
    '/nonsense',
  ],
])('LOGIN-18 ROUTE-13 without a login %s and the other paths lead to the login', async (...paths) => {
  const others = ['services', 'contacts', 'directory', 'history', 'messages', 'userInformation', 'debugLog'];
  const everything = Object.fromEntries(
    [...others, 'selfTest', 'conformanceCheck'].map((name) => [name, true]),
  );
  for (const path of paths) {
    const { screen } = await open(path, { ...settingsOn, ...everything });
    await expect.element(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    expect([path, location.pathname]).toEqual([path, '/login']);
    await screen.unmount();
  }
});

test.each([
  [{ debugLog: true }, 1],
  [{ debugLog: [1] }, 0],
  [{ debugLog: false, debugConsole: [1, 2], debugDebug: [] }, 0],
])('BRAND-13 LOGIN-02 A-038 with %j the login has %i checkboxes for debug mode', async (flags, count) => {
  await open('/login', { ...on, ...flags });
  await expect.element(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(page.getByRole('checkbox', { name: 'Debug mode' }).elements()).toHaveLength(count);
});

test.each([
  ['alice', false, 'Log out'],
  ['anonymous', false, 'Exit'],
  ['anonymous', true, undefined],
])('NAV-06 NAV-07 NAV-20 %s with automatic login %s logs out by %s', async (username, autoLogin, entry) => {
  const world = await open('/', on, { anonymous: { enabled: true, autoLogin } });
  await logIn(world, username);
  expect(menu()).toEqual(['Call', 'Contrast', ...(entry === undefined ? [] : [entry])]);
});

test.each([
  ['/', true],
  ['/call', true],
  ['/settings/about', false],
  ['/about', false],
])('NAV-10 the footer is shown on %s: %s', async (path, isThere) => {
  await logIn(await open(path, settingsOn));
  await expect.element(page.getByRole('main')).toBeVisible();
  await expect.poll(() => page.getByRole('contentinfo').elements().length).toBe(isThere ? 1 : 0);
});

test('NAV-12 A-087 the footer switches audio and video for the next calls', async () => {
  const { api, client, ...world } = await open('/', settingsOn);
  await logIn({ api, client, ...world });
  const video = page.getByRole('contentinfo').getByRole('button', { name: 'Video' });
  await expect.element(video).toHaveAttribute('aria-pressed', 'true');
  await video.click();
  await expect.element(video).toHaveAttribute('aria-pressed', 'false');
  expect(api.calls.at(-1)).toBe('setWebSetting "token-1" {"key":"WEB_VIDEO","value":"false"}');
  await expect.poll(() => client.getState().settings?.video).toBe(false);
  await expect.element(page.getByText('The camera is off')).toBeVisible();
});

test.each([
  [{}, { mediaToggles: false }, ['Media settings'], []],
  [{ changeMedia: false }, {}, [], []],
  [{ audio: false }, {}, [], ['Video']],
])(
  'NAV-12 A-087 with %j and footer %j the footer has the links %j and the switches %j',
  async (off, footer, links, switches) => {
    await logIn(await open('/', { ...settingsOn, ...off }, { footer }));
    const namesOf = (role: 'link' | 'button') =>
      page
        .getByRole('contentinfo')
        .getByRole(role)
        .elements()
        .map(({ textContent }) => textContent);
    expect([namesOf('link'), namesOf('button')]).toEqual([links, switches]);
  },
);

test('the app asks about unsaved settings before another page opens', async () => {
  const { api, ...world } = await open('/settings/duringcalls/media', settingsOn);
  await logIn({ api, ...world });
  const audio = page.getByRole('checkbox', { name: 'Audio' });
  const leave = page.getByRole('link', { name: 'Call', exact: true });
  const sent = () => api.calls.filter((call) => call.startsWith('setWebSetting'));
  await audio.click();
  await page.getByRole('link', { name: 'Ringtone' }).click();
  await expect.element(page.getByText('You have changes that are not saved.')).toBeVisible();
  await leave.click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect([location.pathname, sent()]).toEqual(['/settings/ringtone', []]);
  await leave.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByLabelText('Number or name')).toBeVisible();
  expect(sent()).toEqual(['setWebSetting "token-1" {"key":"WEB_AUDIO","value":"false"}']);
});

test.each(['before a call', 'after a call'])(
  'the app asks about unsaved settings when the browser goes back, %s',
  async (when) => {
    const { client, settle, ...world } = await open('/call', settingsOn);
    await logIn({ client, settle, ...world });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Media', exact: true }).click();
    const audio = page.getByRole('checkbox', { name: 'Audio' });
    await audio.click();
    if (when === 'after a call') {
      client.intents.call('nobody');
      await expect.element(audio).not.toBeInTheDocument();
      client.intents.cancel();
      settle();
      client.intents.dismiss();
      await expect.element(audio).toBeVisible();
    }
    history.go(-2);
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    expect(location.pathname).toBe('/settings/duringcalls/media');
    history.back();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(page.getByLabelText('Number or name')).toBeVisible();
    expect(location.pathname).toBe('/call');
  },
);

test('a call does not discard unsaved settings', async () => {
  const { client, settle, ...world } = await open('/settings/duringcalls/media', settingsOn);
  await logIn({ client, settle, ...world });
  const audio = page.getByRole('checkbox', { name: 'Audio' });
  await audio.click();
  client.intents.call('nobody');
  await expect.element(audio).not.toBeInTheDocument();
  client.intents.cancel();
  settle();
  client.intents.dismiss();
  await expect.element(audio).toBeVisible();
  await expect.element(audio).not.toBeChecked();
});

test('NAV-11 the footer shows the version and the year', async () => {
  await logIn(await open('/'));
  await expect.element(page.getByRole('contentinfo')).toHaveTextContent('Version 8.2.3-1© 2031 Acme');
});

test('NAV-05 logging out asks first; Escape cancels, confirming logs out', async () => {
  const world = await open('/');
  await logIn(world);
  const leave = page.getByRole('button', { name: 'Log out' });
  await leave.click();
  await expect.element(page.getByRole('dialog').getByText('Do you want to log out?')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(world.api.calls.some((call) => call.startsWith('logout'))).toBe(false);
  await leave.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => world.session.state.get().phase).toBe('signingOut');
  world.settle();
  await expect.element(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

test.each([
  [991, false],
  [992, true],
])('NAV-08 at %i px menu and content are shown next to each other: %s', async (width, isTogether) => {
  await page.viewport(width, 800);
  await logIn(await open('/'));
  const entry = page.getByRole('link', { name: 'Call', exact: true });
  const field = page.getByLabelText('Number or name');
  await expect.element(field).toBeVisible();
  await expect.poll(() => entry.elements().length).toBe(isTogether ? 1 : 0);
  if (isTogether) return;
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.element(entry).toBeVisible();
  await expect.element(field).not.toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).toBeVisible();
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Menu' }).element());
});

test('WCAG 2.4.3 Escape closes what was opened last, and the focus returns to its button', async () => {
  await page.viewport(390, 800);
  await logIn(await open('/call', settingsOn));
  const menu = page.getByRole('button', { name: 'Menu' });
  const logOut = page.getByRole('button', { name: 'Log out' });
  const dialog = page.getByRole('dialog');
  await menu.click();
  await expect.element(logOut).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(logOut).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
  await menu.click();
  await logOut.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(logOut).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(logOut).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
});

test('NAV-08 WCAG 1.4.4 the menu collapses at a width that grows with the text size', async () => {
  await page.viewport(1440, 900);
  const setTextSize = (standard: number) => cdp().send('Page.setFontSizes', { fontSizes: { standard } });
  await cdp().send('Page.enable');
  onTestFinished(async () => void (await setTextSize(16)));
  await logIn(await open('/'));
  const menu = page.getByRole('button', { name: 'Menu' });
  expect(menu.elements()).toEqual([]);
  await setTextSize(32);
  await expect.element(menu).toBeVisible();
  expect(document.querySelector('header')?.clientHeight).toBeLessThan(200);
});

test('a hint disappears with its page, and an error stays', async () => {
  const world = await open('/call', settingsOn);
  await logIn(world);
  const hint = page.getByText(/^This number or address is not valid/);
  world.alerts.show({ id: 'contact', type: 'danger', message: { key: 'contacts.error' } });
  world.alerts.show({ id: 'hint', type: 'danger', message: { key: 'error.uncallable' } }, { hint: true });
  await expect.element(hint).toBeVisible();
  await page.getByRole('link', { name: 'System information' }).click();
  await expect.element(hint).not.toBeInTheDocument();
  world.alerts.show({ id: 'hint', type: 'danger', message: { key: 'error.uncallable' } }, { hint: true });
  await expect.element(hint).toBeVisible();
  world.client.intents.call('nobody');
  await expect.element(hint).not.toBeInTheDocument();
  expect(world.alerts.list.get().map(({ id }) => id)).toEqual(['contact']);
  world.client.intents.cancel();
  world.settle();
});

test('NAV-14 NAV-15 the banner shows the state of the connection to the server', async () => {
  const { client, settle, ...world } = await open('/');
  await logIn({ client, settle, ...world });
  await expect.element(page.getByText('Connecting…')).not.toBeInTheDocument();
  client.emit({ type: 'browserOffline' });
  await expect.element(page.getByText('You are offline')).toBeVisible();
  client.emit({ type: 'browserOnline' });
  await expect.element(page.getByText('Reconnecting…')).toBeVisible();
  settle();
  await expect.element(page.getByText('Reconnecting…')).not.toBeInTheDocument();
});

test('ROUTE-27 a call replaces the page until its end, and the address stays', async () => {
  const { client, settle, ...world } = await open('/call');
  await logIn({ client, settle, ...world });
  client.intents.call('nobody');
  await expect.element(page.getByRole('link', { name: 'Acme calls' })).not.toBeInTheDocument();
  expect(location.pathname).toBe('/call');
  client.intents.cancel();
  settle();
  client.intents.dismiss();
  await expect.element(page.getByRole('link', { name: 'Acme calls' })).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('main')).not.toBeNull();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

test('a list keeps its position over a call, and starts at the top when chosen in the menu', async () => {
  const world = await open('/contacts', { ...on, contacts: true });
  await logIn(world);
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  await entry('Contacts').click();
  await expect.element(page.getByText('Person 0', { exact: true })).toBeVisible();
  window.scrollTo(0, 5000);
  await expect.element(page.getByText('Person 0', { exact: true })).not.toBeInTheDocument();
  // Rows that are measured while scrolling may change the scroll position slightly.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { scrollY } = window;
  world.client.intents.call('nobody');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(window.scrollY).toBeLessThan(scrollY);
  world.client.intents.cancel();
  world.settle();
  world.client.intents.dismiss();
  await expect.element(page.getByLabelText('Search')).toBeInTheDocument();
  expect(window.scrollY).toBe(scrollY);
  await entry('Call').click();
  await expect.element(page.getByLabelText('Number or name')).toBeVisible();
  await entry('Contacts').click();
  await expect.element(page.getByText('Person 0', { exact: true })).toBeVisible();
  expect(window.scrollY).toBeLessThan(scrollY);
});

type World = Awaited<ReturnType<typeof open>>;

async function callComes({ bobby, settle }: World): Promise<void> {
  bobby.intents.start(settingsOf('bobby'));
  settle();
  bobby.intents.call('alice');
  settle();
  await expect.element(page.getByRole('button', { name: 'Answer', exact: true })).toBeVisible();
}

const callBegins = {
  'an incoming call': callComes,
  'an outgoing call': async ({ client }: World) => {
    client.intents.call('nobody');
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  },
};

async function callEnds({ bobby, client, settle }: World): Promise<void> {
  bobby.intents.cancel();
  client.intents.cancel();
  settle();
  client.intents.dismiss();
  await expect.element(page.getByRole('link', { name: 'Acme calls' })).toBeVisible();
}

const pagesOn = { ...on, contacts: true, contactAdd: true, directory: true };

test.each([
  ['an incoming call', '/call', 'Number or name', 'bobby'],
  ['an outgoing call', '/call', 'Number or name', 'bobby'],
  ['an incoming call', '/contacts', 'Search', 'Person 7'],
  ['an outgoing call', '/contacts', 'Search', 'Person 7'],
  ['an incoming call', '/directory', 'Search', 'taxi'],
  ['an incoming call', '/contacts/add', 'First name', 'Kristina'],
] as const)('what the user has typed is still there after %s: %s, %s', async (way, path, label, text) => {
  const world = await open(path, pagesOn);
  await logIn(world);
  const field = page.getByLabelText(label);
  await field.fill(text);
  await callBegins[way](world);
  await expect.element(field).not.toBeVisible();
  await callEnds(world);
  await expect.element(field).toBeVisible();
  await expect.element(field).toHaveValue(text);
});

test('DIAL-01 the field is empty after a call of the user that was answered, and only then', async () => {
  const world = await open('/call');
  const { bobby, client, settle } = world;
  await logIn(world);
  const number = page.getByLabelText('Number or name');
  await number.fill('carol');
  await callComes(world);
  bobby.intents.cancel();
  settle();
  await expect.element(number).toHaveValue('carol');
  await number.fill('bobby');
  client.intents.call('bobby');
  settle();
  bobby.intents.answer();
  settle();
  const hangUp = page.getByRole('button', { name: 'Hang up' });
  await expect.element(hangUp).toBeVisible();
  await hangUp.click();
  settle();
  client.intents.dismiss();
  await expect.element(number).toBeVisible();
  await expect.element(number).toHaveValue('');
});

test('a search text ends with its page, a typed number stays for the same user', async () => {
  const world = await open('/contacts', pagesOn);
  await logIn(world);
  const pageOf = async (name: string) => {
    const entry = page.getByRole('navigation').getByRole('link', { name, exact: true });
    if (entry.elements().length === 0)
      await page.getByRole('navigation').getByRole('button', { name: 'Contacts' }).click();
    await entry.click();
  };
  const search = page.getByLabelText('Search');
  const number = page.getByLabelText('Number or name');
  await search.fill('Person 7');
  await callComes(world);
  await callEnds(world);
  await pageOf('Call');
  await number.fill('bobby');
  await pageOf('Contacts');
  await expect.element(search).toHaveValue('');
  await pageOf('Call');
  await expect.element(number).toHaveValue('bobby');
  world.session.end();
  await logIn(world);
  await pageOf('Call');
  await expect.element(number).toHaveValue('');
});

test('an open question is hidden by a call, and asked again after it', async () => {
  const world = await open('/call');
  await logIn(world);
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByText('Do you want to log out?');
  await expect.element(question).toBeVisible();
  await callComes(world);
  await expect.element(question).not.toBeVisible();
  expect(question.element().closest('dialog')?.matches(':modal')).toBe(false);
  await callEnds(world);
  await expect.element(question).toBeVisible();
  expect(question.element().closest('dialog')?.matches(':modal')).toBe(true);
});

test('DIAL-05 a call takes the camera from the dial page, which gets it back', async () => {
  const world = await open('/call');
  await logIn(world);
  const { preview } = world;
  await expect.poll(() => preview).toMatchObject({ opened: 1, closed: 0 });
  await callComes(world);
  expect(preview).toMatchObject({ opened: 1, closed: 1 });
  await callEnds(world);
  expect(preview).toMatchObject({ opened: 2, closed: 1 });
});

test('DIAL-05 a camera that failed is tried again after a call', async () => {
  const world = await open('/call');
  await logIn(world);
  const { preview } = world;
  await expect.poll(() => preview.opened).toBe(1);
  preview.fail('inUse');
  const video = page.getByLabelText('Your video');
  await expect.element(video).not.toBeInTheDocument();
  await callComes(world);
  expect(preview.opened).toBe(1);
  await callEnds(world);
  await expect.element(page.getByLabelText('Number or name')).toBeVisible();
  await expect.poll(() => preview.opened).toBe(2);
});

test('SET-19 a call stops the sample of a ringtone, which does not play again by itself', async () => {
  const world = await open('/settings/ringtone', settingsOn);
  await logIn(world);
  const sample = page.getByRole('button', { name: 'Play sample' });
  await sample.click();
  const audio = document.querySelector('audio') ?? expect.fail('no sample');
  await expect.poll(() => audio.paused).toBe(false);
  world.client.intents.call('nobody');
  await expect.poll(() => audio.paused).toBe(true);
  await callEnds(world);
  await expect.element(sample).toBeVisible();
  expect(document.querySelector('audio')).toBeNull();
});

test('PROFILE-15 a page that a call leads to opens after it, and not without a question about unsaved input', async () => {
  const world = await open('/contacts/add', pagesOn);
  await logIn(world);
  const { client, bobby, settle } = world;
  const field = page.getByLabelText('First name');
  await field.fill('Kristina');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(true);
  for (const answer of ['Keep editing', 'Discard changes']) {
    await callComes(world);
    client.intents.answer();
    settle();
    bobby.intents.hangUp();
    settle();
    await page.getByRole('button', { name: 'Add contact' }).click();
    await expect.element(question).toBeVisible();
    expect([location.pathname, location.search, isAsked()]).toEqual(['/contacts/add', '', true]);
    await question.getByRole('button', { name: answer }).click();
    if (answer === 'Keep editing') await expect.element(field).toHaveValue('Kristina');
  }
  await expect.element(page.getByLabelText('SIP address')).toHaveValue('bobby@demo.example');
  await expect.element(field).toHaveValue('');
});

test('WCAG 2.4.3 after a call the user continues in the same field at the same caret', async () => {
  const world = await open('/contacts/add', { ...on, contacts: true, contactAdd: true });
  await logIn(world);
  const field = page.getByLabelText('First name');
  await field.fill('Kristina');
  (field.element() as HTMLInputElement).setSelectionRange(3, 5);
  world.client.intents.call('nobody');
  await expect.element(field).not.toBeVisible();
  world.client.intents.cancel();
  world.settle();
  world.client.intents.dismiss();
  await expect.element(field).toHaveValue('Kristina');
  await expect.element(field).toHaveFocus();
  const { selectionStart, selectionEnd } = field.element() as HTMLInputElement;
  expect([selectionStart, selectionEnd]).toEqual([3, 5]);
});

test('WCAG 2.4.3 a page focuses its heading after a small screen’s menu and after a call', async () => {
  await page.viewport(390, 800);
  const { client, settle, ...world } = await open('/call', settingsOn);
  await logIn({ client, settle, ...world });
  for (const time of ['to another page', 'to the same page']) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'System information' }).click();
    await expect.element(heading('System information'), { message: time }).toHaveFocus();
  }
  client.intents.call('nobody');
  await expect.element(heading('System information')).not.toBeInTheDocument();
  client.intents.cancel();
  settle();
  client.intents.dismiss();
  await expect.element(heading('System information')).toHaveFocus();
});

test('WCAG 2.4.3 the login focuses its heading, after a logout and after the session has ended', async () => {
  const world = await open('/call');
  await logIn(world);
  world.session.end();
  await expect.element(heading('Log in')).toHaveFocus();
});

test('LOGIN-19 a session ended by the server leads to the login and shows why', async () => {
  const world = await open('/call');
  await logIn(world);
  world.session.end();
  await expect
    .element(page.getByText('The authentication token is invalid or has expired, please sign-in again.'))
    .toBeVisible();
});

test('NAV-19 a danger alert is announced immediately, and disappears when dismissed', async () => {
  const { alerts } = await open('/login');
  alerts.show({ id: 'networkError', type: 'danger', message: { key: 'error.serviceUnavailable' } });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Service is unavailable!');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(heading('Log in')).toHaveFocus();
});

test('WCAG 4.1.3 an alert is added to an existing region, and stays when another is removed', async () => {
  const { alerts } = await open('/login');
  const region = document.querySelector('[aria-live=polite]');
  expect(region?.textContent).toBe('');
  const saved = { id: 'saved', type: 'success', message: { key: 'contacts.saved' } } as const;
  alerts.show(saved);
  for (const key of ['error.serviceUnavailable', 'network.networkError'] as const)
    alerts.show({ id: 'trouble', type: 'danger', message: { key } }, { append: true });
  const dangers = () => page.getByRole('alert').elements();
  await expect.poll(() => dangers().length).toBe(2);
  await expect.poll(() => region?.children.length).toBe(1);
  expect(region?.querySelector('[role]')).toBeNull();
  const [first, later] = dangers();
  expect([first, later].map((danger) => danger?.closest('[aria-live]'))).toEqual([null, null]);
  alerts.dismiss(alerts.list.get()[1] ?? saved);
  await expect.poll(dangers).toEqual([later]);
});

test('STORE-02 THEME-01 the contrast button keeps its name and shows whether it is on', async () => {
  const { localStore } = await open('/login');
  const contrast = page.getByRole('button', { name: 'Contrast' });
  await expect.element(contrast).toHaveAttribute('aria-pressed', 'false');
  await contrast.click();
  await expect.element(contrast).toHaveAttribute('aria-pressed', 'true');
  expect(localStore.get('darkTheme')).toBe('true');
});
