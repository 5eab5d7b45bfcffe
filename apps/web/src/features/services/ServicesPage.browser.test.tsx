import type { Service } from '@samtal/api-contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { PeopleApi } from '../../client/ports/people-api.ts';
import { createFakePeopleApi } from '../../testing/fake-people-api.ts';
import { createPeoplePage } from '../../testing/people-page.tsx';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import ServicesPage from './ServicesPage.tsx';

const i18n = await createWholeI18n('en');
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const services: readonly Service[] = [
  { id: '1', fname: 'Help desk', imageUrl: pixel, sipaddress: 'help@demo.example' },
  { id: '2', fname: 'Echo', imageUrl: 'data:image/png,broken', sipaddress: 'echo@demo.example' },
];
type Answer = ReturnType<PeopleApi['getServices']>;

async function open(getServices: () => Answer, canCall = true) {
  const api = createFakePeopleApi([], { getServices });
  const world = createPeoplePage(<ServicesPage />, { api, path: '/services', i18n, canCall });
  await render(world.page);
  return world;
}
const answer = async (value: readonly Service[]) => ({ ok: true, value }) as const;

test('ROUTE-01 SERVICE-01 SERVICE-02 SERVICE-03 services are buttons with image and name that call', async () => {
  const { called } = await open(() => answer(services));
  const help = page.getByRole('button', { name: 'Help desk' });
  await expect.element(help).toBeVisible();
  expect(page.getByRole('main').elements().length + page.getByRole('button').elements().length).toBe(2);
  expect(help.element().querySelector('img')?.getAttribute('src')).toBe(pixel);
  const echo = page.getByRole('button', { name: 'Echo' });
  // An image that fails to load is replaced by a sign.
  await expect.poll(() => echo.element().querySelector('img')).toBeNull();
  expect(echo.element().querySelector('svg')).not.toBeNull();
  expect(echo.element().textContent).toBe('Echo');
  await expect.element(page.getByText('Press a service to call it.')).toBeVisible();
  await help.click();
  await echo.click();
  expect(called).toEqual(['help@demo.example', 'echo@demo.example']);
});

test('SERVICE-04 A-090 the spinner of loading services shows after two seconds, not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answers: ((result: Awaited<Answer>) => void)[] = [];
  await open(() => new Promise((resolve) => answers.push(resolve)));
  await vi.advanceTimersByTimeAsync(1999);
  expect(page.getByText('Loading…').elements()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await expect.element(page.getByText('Loading…')).toBeVisible();
  for (const resolve of answers) resolve({ ok: true, value: [] });
  await expect.element(page.getByText('There are no services.')).toBeVisible();
  expect(page.getByText('Loading…').elements()).toEqual([]);
});

test('DIAL-12 without a connection no service can be called, and the page says why', async () => {
  await open(() => answer(services), false);
  await expect.element(page.getByRole('button', { name: 'Help desk' })).toBeDisabled();
  await expect
    .element(page.getByText('You cannot make calls when you are not in contact with the server.'))
    .toBeVisible();
});

test('DIAL-12 with camera and microphone blocked an emergency service can still be called', async () => {
  const rescue = { id: '3', fname: 'Emergency', imageUrl: '', sipaddress: '112@demo.example' };
  const getServices = () => answer([...services, rescue]);
  const api = createFakePeopleApi([], { getServices });
  const world = createPeoplePage(<ServicesPage />, { api, path: '/services', i18n, isDenied: true });
  await render(world.page);
  await page.getByRole('button', { name: 'Emergency' }).click();
  await expect.element(page.getByRole('button', { name: 'Help desk' })).toBeDisabled();
  expect(world.called).toEqual(['112@demo.example']);
});

test('services that failed to load can be loaded again', async () => {
  let isBroken = true;
  await open(async () => (isBroken ? { ok: false, status: 500 } : answer(services)));
  await expect.element(page.getByText('The services could not be loaded.')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect.element(page.getByRole('button', { name: 'Help desk' })).toBeVisible();
});
