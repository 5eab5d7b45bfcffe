import { ERROR_CODES, type ListedService } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { consoleServices, operatorAccess } from '../../../testing/console/console-people.ts';
import { openConsole } from '../../../testing/console/open-console.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

test('D112 services are listed with whose they are, and a search and an organisation ask the server', async () => {
  const { asked } = await openConsole('/admin/services', { services: consoleServices });
  await expect.element(page.getByRole('link', { name: /City services ivr All organisations/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Relay service .* Organisation 2/ })).toBeVisible();
  await field('Search by name or address').fill('city');
  await field('Organisation').selectOptions('Demo county');
  await expect.poll(() => asked('services').at(-1)).toEqual([{ search: 'city', organisation: '1' }]);
});

test('D112 without a service the list says so, and further pages are added below', async () => {
  const [service] = consoleServices as readonly [ListedService];
  const { asked } = await openConsole('/admin/services', {
    answers: {
      services: async ({ after, search }) =>
        search === 'none'
          ? { ok: true, value: { services: [] } }
          : after === undefined
            ? { ok: true, value: { services: [service], next: '0 city' } }
            : { ok: true, value: { services: [{ ...service, id: 'further', name: 'Further' }] } },
    },
  });
  await button('Show more').click();
  await expect.element(page.getByRole('link', { name: /Further/ })).toBeVisible();
  // The button that asked for them is gone.
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Further' })).toHaveFocus();
  await expect.element(page.getByRole('link', { name: /City services/ })).toBeVisible();
  await expect.element(button('Show more')).not.toBeInTheDocument();
  expect(asked('services').at(-1)).toEqual([{ after: '0 city' }]);
  await field('Search by name or address').fill('none');
  await expect.element(page.getByRole('paragraph').filter({ hasText: 'No entry matches.' })).toBeVisible();
});

test('D112 a service is added by the keyboard, wrong values are said beside their fields first', async () => {
  const { asked, visited } = await openConsole('/admin/services');
  await button('Add service').click();
  await expect.element(page.getByRole('heading', { name: 'Add service' })).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('Library');
  await userEvent.tab();
  await userEvent.keyboard('a@b@c{Enter}');
  await expect
    .element(field('Number or address'))
    .toHaveAccessibleDescription(/Type a number, or an address such as name@domain\./);
  await expect.element(field('Number or address')).toHaveFocus();
  expect(asked('saveService')).toEqual([]);
  await field('Number or address').fill('library');
  await userEvent.keyboard('{Enter}');
  await expect.poll(visited).toBe('/admin/services');
  expect(asked('saveService')).toEqual([
    [undefined, { name: 'Library', address: 'library', image: '', organisation: 1 }],
  ]);
  await expect.element(page.getByText('The entry is saved.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Services', exact: true })).toHaveFocus();
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('link', { name: 'Services' }).click();
  await expect.element(page.getByText('There are no services.').first()).toBeVisible();
  await expect.element(page.getByText('The entry is saved.')).not.toBeInTheDocument();
});

test('D112 a late answer does not lead away from the form that was opened meanwhile', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { visited } = await openConsole('/admin/services/city', {
    services: consoleServices,
    answers: {
      async saveService() {
        await answered;
        return { ok: true, value: undefined };
      },
    },
  });
  await field('Name').fill('City');
  await button('Save').click();
  await button('Cancel').click();
  await button('Add service').click();
  await field('Name').fill('Library');
  answer();
  await field('Number or address').fill('library');
  await expect.element(field('Name')).toHaveValue('Library');
  expect(visited()).toBe('/admin/services/add');
});

test('D112 a service is changed for another organisation, and a refusal keeps what was typed', async () => {
  let isThere = true;
  const { asked } = await openConsole('/admin/services/city', {
    services: consoleServices,
    answers: {
      saveService: async () =>
        isThere
          ? { ok: false, status: 409, errorCode: ERROR_CODES.alreadyListed }
          : { ok: true, value: undefined },
    },
  });
  await expect.element(field('Name')).toHaveValue('City services');
  await field('Organisation').selectOptions('Organisation 2');
  await button('Save').click();
  await expect
    .element(page.getByText('There is such an entry already. Change the name or the address.'))
    .toBeVisible();
  isThere = false;
  await field('Name').fill('City');
  await button('Save').click();
  await expect.element(page.getByText('The entry is saved.')).toBeVisible();
  expect(asked('saveService').at(-1)).toEqual([
    'city',
    { name: 'City', address: 'ivr', image: '', organisation: 2 },
  ]);
});

test('D112 a service is removed after a question, and Escape changes nothing', async () => {
  const { asked, visited } = await openConsole('/admin/services/city', { services: consoleServices });
  await button('Remove').click();
  await expect.element(page.getByRole('dialog', { name: 'Remove City services?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(asked('removeService')).toEqual([]);
  await button('Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(visited).toBe('/admin/services');
  expect(asked('removeService')).toEqual([['city']]);
  await expect.element(page.getByText('The entry is removed.')).toBeVisible();
});

test('D112 an administrator chooses no organisation, and opens no service of all organisations', async () => {
  const [common, own] = consoleServices as readonly [ListedService, ListedService];
  const { asked } = await openConsole('/admin/services', {
    access: {
      ...operatorAccess,
      role: 'administrator',
      organisations: [{ id: 2, name: '' }],
      defaultOrganisation: 2,
    },
    services: [{ ...common, isChangeable: false }, own],
  });
  await expect.element(page.getByRole('link', { name: /Relay service/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /City services/ })).not.toBeInTheDocument();
  await expect.element(page.getByText('City services')).toBeVisible();
  await button('Add service').click();
  await expect.element(field('Organisation')).not.toBeInTheDocument();
  await field('Name').fill('Own');
  await field('Number or address').fill('own');
  await button('Save').click();
  await expect.poll(() => asked('saveService')).toMatchObject([[undefined, { organisation: 2 }]]);
});

test('D112 support reads services, and adds none', async () => {
  const { visited } = await openConsole('/admin/services', {
    access: { ...operatorAccess, role: 'support' },
    services: consoleServices.map((service) => ({ ...service, isChangeable: false })),
  });
  await expect.element(page.getByText('City services')).toBeVisible();
  await expect.element(button('Add service')).not.toBeInTheDocument();
  expect(visited()).toBe('/admin/services');
});

test('D112 a service that is gone leads back to the list', async () => {
  const { visited } = await openConsole('/admin/services/none');
  await expect.element(page.getByText('There is no such entry any more.')).toBeVisible();
  await button('Back to the list').click();
  await expect.poll(visited).toBe('/admin/services');
});
