import { createFakeClock, createFakeNetwork, createTestClient } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../../client/hooks/app-services.ts';
import { alice, everything } from '../../../testing/alice.ts';
import { connections } from '../../../testing/connections.ts';
import { createStaticServices } from '../../../testing/static-services.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import type { Page } from '../../routes/pages.ts';
import { MenuPages } from './MenuPages.tsx';

const i18n = await createWholeI18n('en');

const grouped: readonly Page[] = [
  { name: 'call', path: '/call', label: 'menu.call', icon: 'phone', isOn: () => true },
  { name: 'about', path: '/one', label: 'menu.contacts', icon: 'user', isOn: () => true, group: 'contacts' },
  { name: 'log', path: '/two', label: 'menu.directory', icon: 'user', isOn: () => true, group: 'contacts' },
];

async function open(pages: readonly Page[]) {
  const before = location.href;
  onTestFinished(() => history.replaceState(null, '', before));
  const session = alice();
  const client = createTestClient(createFakeNetwork(createFakeClock()), createFakeClock()).getState();
  const world = {
    session,
    client,
    brand: everything,
    alerts: [],
    remembered: {},
    hasWebRtc: true,
    quality: connections.good,
  };
  await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={createStaticServices(world, 'light')}>
        <ul>
          <MenuPages pages={pages} features={session.features} onLeave={() => {}} />
        </ul>
      </AppServicesContext>
    </I18nextProvider>,
  );
}

test('NAV-03 the entries of a group are in one entry that opens and closes', async () => {
  await open(grouped);
  const group = page.getByRole('button', { name: 'Contacts' });
  const directory = page.getByRole('link', { name: 'Directory' });
  await expect.element(group).toHaveAttribute('aria-expanded', 'false');
  await expect.element(directory).not.toBeInTheDocument();
  await group.click();
  await expect.element(directory).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(directory).not.toBeInTheDocument();
  await group.click();
  await directory.click();
  expect(location.pathname).toBe('/two');
  await expect.element(directory).not.toBeInTheDocument();
});

test('NAV-03 a group is marked when one of its pages is shown, open or closed', async () => {
  await open(grouped);
  const group = page.getByRole('button', { name: 'Contacts' });
  await expect.element(group).not.toHaveAttribute('aria-current');
  await group.click();
  await page.getByRole('link', { name: 'Directory' }).click();
  await expect.element(group).toHaveAttribute('aria-current', 'page');
  await group.click();
  await expect.element(group).toHaveAttribute('aria-current', 'true');
  await expect.element(page.getByRole('link', { name: 'Directory' })).toHaveAttribute('aria-current', 'page');
});

test('NAV-03 a single page of a group is an entry of its own', async () => {
  await open(grouped.slice(0, 2));
  await expect.element(page.getByRole('link', { name: 'Contacts' })).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});
