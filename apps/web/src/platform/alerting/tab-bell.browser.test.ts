import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { drawAlertIcon } from './draw-alert-icon.ts';
import { createPageAttention } from './page-attention.ts';
import { createTabBell } from './tab-bell.ts';

const plain = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')}`;
const link = document.createElement('link');
const icon = () => link.href;

beforeEach(() => {
  for (const old of document.querySelectorAll('link[rel~=icon]')) old.remove();
  link.rel = 'icon';
  link.href = plain;
  document.head.append(link);
  const before = document.title;
  document.title = 'Call - Acme';
  onTestFinished(() => {
    link.remove();
    document.title = before;
  });
});

test('NAV-16 A-118 the bell is shown in the title and icon, and then removed completely', async () => {
  const remove = createTabBell(document, async () => 'data:image/png,alert').show();
  expect(document.title).toBe('🔔 Call - Acme');
  await expect.poll(icon).toBe('data:image/png,alert');
  remove();
  expect([document.title, icon()]).toEqual(['Call - Acme', plain]);
});

test('NAV-16 A-118 a text replaces the title, and a title that the page sets meanwhile is kept', async () => {
  const bell = createTabBell(document, async (address) => address);
  const stopBell = bell.show();
  const stopRinging = bell.show('anna is calling');
  expect(document.title).toBe('🔔 anna is calling');
  document.title = 'Settings - Acme';
  await expect.poll(() => document.title).toBe('🔔 anna is calling');
  stopRinging();
  expect(document.title).toBe('🔔 Settings - Acme');
  document.title = 'About - Acme';
  await expect.poll(() => document.title).toBe('🔔 About - Acme');
  document.title = 'Call - Acme';
  stopBell();
  stopBell();
  expect(document.title).toBe('Call - Acme');
});

test('an icon drawn after the bell was removed is not shown', async () => {
  let give: (address: string) => void = () => {};
  const bell = createTabBell(document, () => new Promise((resolve) => (give = resolve)));
  bell.show()();
  give('data:image/png,late');
  await Promise.resolve();
  expect(icon()).toBe(plain);
});

test.each([
  ['a picture', plain],
  ['nothing that can be read', 'data:,'],
])('A-118 without an operator’s icon a sign is drawn on %s', async (_what, address) => {
  const drawn = await drawAlertIcon(address);
  const picture = new Image();
  picture.src = drawn;
  await picture.decode();
  expect(drawn.startsWith('data:image/png')).toBe(true);
  expect([picture.naturalWidth, picture.naturalHeight]).toEqual([64, 64]);
});

test('A-067 the user looks at the page if it is visible and has the focus', () => {
  const attention = createPageAttention(window);
  let changes = 0;
  const stop = attention.subscribe(() => (changes += 1));
  const own = Object.getOwnPropertyDescriptor(document, 'hasFocus');
  document.hasFocus = () => true;
  expect(attention.isLookedAt()).toBe(document.visibilityState === 'visible');
  document.hasFocus = () => false;
  window.dispatchEvent(new Event('blur'));
  expect([attention.isLookedAt(), changes]).toEqual([false, 1]);
  if (own === undefined) Reflect.deleteProperty(document, 'hasFocus');
  stop();
  window.dispatchEvent(new Event('focus'));
  expect(changes).toBe(1);
});
