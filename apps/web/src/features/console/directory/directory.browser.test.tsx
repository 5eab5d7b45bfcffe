import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  consoleEntries,
  consoleEntryGroups,
  operatorAccess,
} from '../../../testing/console/console-people.ts';
import { openConsole } from '../../../testing/console/open-console.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

test('D112 the directory is listed with types and categories, and an entry is added with a new type', async () => {
  const { asked, visited } = await openConsole('/admin/directory', {
    entries: consoleEntries,
    entryGroups: consoleEntryGroups,
  });
  await expect
    .element(page.getByRole('link', { name: /Health advice line .* Health care, Open day and night/ }))
    .toBeVisible();
  await button('Add entry').click();
  await field('Name').fill('Library');
  await field('Number or address').fill('a@b@c');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Number or address')).toHaveAccessibleDescription(/Type a number/);
  await field('Number or address').fill('');
  await field('Type').fill('Books');
  await field('Listed first').click();
  await button('Save').click();
  await expect.poll(visited).toBe('/admin/directory');
  expect(asked('saveEntry')).toEqual([
    [
      undefined,
      {
        name: 'Library',
        phone: '',
        type: 'Books',
        category: '',
        image: '',
        isFeatured: true,
        isHeading: false,
        organisation: 1,
      },
    ],
  ]);
  await expect.element(page.getByText('The entry is saved.')).toBeVisible();
});

test('D112 an entry is removed after a question', async () => {
  const { asked, visited } = await openConsole('/admin/directory/health', { entries: consoleEntries });
  await expect.element(field('Category')).toHaveValue('Open day and night');
  await button('Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(visited).toBe('/admin/directory');
  expect(asked('removeEntry')).toEqual([['health']]);
});

test('D112 a table replaces the directory after a question; wrong rows are shown and change nothing', async () => {
  let isRefused = true;
  const { asked } = await openConsole('/admin/directory/import', {
    answers: {
      replaceDirectory: async () =>
        isRefused
          ? { ok: false, status: 400, failureText: 'Row 1: "phone" is not allowed.\nRow 2: "name" is empty.' }
          : { ok: true, value: 2 },
    },
  });
  const choose = (text: string) =>
    field('File').upload(new File([text], 'directory.csv', { type: 'text/csv' }));
  await choose('title\nA\n');
  await expect.element(page.getByText(/This file is not a table with a column “name”/)).toBeVisible();
  await choose('name,phone\nA,1\nB,2\n');
  const dialog = page.getByRole('dialog', { name: 'Replace the whole directory?' });
  await expect.element(dialog.getByText(/Rows in the table: 2/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(asked('replaceDirectory')).toEqual([]);
  await choose('name,phone\nA,1\nB,2\n');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect.element(page.getByText(/Nothing was changed/)).toBeVisible();
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Row 2: "name" is empty.' }))
    .toBeVisible();
  isRefused = false;
  await choose('name,phone\nA,1\nB,2\n');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect.element(page.getByText('The directory is replaced. Entries: 2')).toBeVisible();
  expect(asked('replaceDirectory').at(-1)).toEqual(['name,phone\nA,1\nB,2\n']);
});

test('D112 an administrator has no import of the whole directory, and support changes nothing', async () => {
  await openConsole('/admin/directory', {
    access: { ...operatorAccess, role: 'administrator' },
    entries: consoleEntries,
  });
  await expect.element(button('Add entry')).toBeVisible();
  await expect.element(button('Import')).not.toBeInTheDocument();
});
