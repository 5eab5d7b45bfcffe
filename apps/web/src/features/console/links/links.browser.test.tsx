import { ERROR_CODES } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { consoleLinks, operatorAccess } from '../../../testing/console/console-people.ts';
import { openConsole } from '../../../testing/console/open-console.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

test('D112 links are listed with whom they call and until when, a link of the tool by its callee', async () => {
  await openConsole('/admin/links', { links: consoleLinks });
  await expect
    .element(
      page.getByRole('link', { name: /Reception, ground floor reception@demo.example Works until .*2027/ }),
    )
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: /^relay\.for\.sign.*Organisation 2$/ })).toBeVisible();
});

test('D112 a link is made, and shown to be copied; an unknown callee is said', async () => {
  const { asked, visited } = await openConsole('/admin/links');
  await button('Make link').click();
  await button('Make link').click();
  await expect.element(field('Name')).toHaveAccessibleDescription(/Type a name/);
  await expect.element(field('Name')).toHaveFocus();
  await field('Name').fill('Reception');
  await field('Calls').fill(' alise ');
  await field('Days until it ends').fill('4000');
  await field('Tones after the answer').fill('x');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Days until it ends')).toHaveAccessibleDescription(/from 1 to 3650/);
  await expect.element(field('Tones after the answer')).toHaveAccessibleDescription(/Type only digits/);
  expect(asked('makeLink')).toEqual([]);
  await field('Days until it ends').fill('30');
  await field('Tones after the answer').fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'The link is ready' })).toHaveFocus();
  expect(asked('makeLink')).toEqual([[{ name: 'Reception', to: 'alise', days: 30, organisation: 1 }]]);
  await expect
    .element(page.getByText(/has the address alise\. The link calls it all the same/))
    .toBeVisible();
  await expect.element(page.getByText(/calls\.example\/oneclickcall\?token=/)).toBeVisible();
  await button('Back to the list').click();
  await expect.poll(visited).toBe('/admin/links');
});

test('D112 a person as whom no link may call is said beside the field', async () => {
  let errorCode: number = ERROR_CODES.notPossible;
  await openConsole('/admin/links/add', {
    answers: {
      makeLink: async () =>
        errorCode === ERROR_CODES.notPossible
          ? { ok: false, status: 409, errorCode }
          : { ok: false, status: 400, errorCode, failureText: 'Invalid value: username' },
    },
  });
  await field('Name').fill('Reception');
  await field('Calls').fill('echo');
  await field('Calls as').fill('alice');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Calls as')).toHaveAccessibleDescription(/has a role or log-in in two steps/);
  errorCode = ERROR_CODES.invalidValue;
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Calls as')).toHaveAccessibleDescription(/There is no such person/);
});

test('D112 a link is shown after the password, and ended after a question', async () => {
  const { asked, visited } = await openConsole('/admin/links/desk', { links: consoleLinks });
  await expect.element(page.getByText('front.desk')).toBeVisible();
  await button('Show link').click();
  await expect.element(page.getByText(/calls\.example\/oneclickcall\?token=/)).toBeVisible();
  expect(asked('linkAddress')).toEqual([['desk']]);
  // Its button is gone.
  await expect.element(button('Copy link')).toHaveFocus();
  await button('End link').click();
  await expect
    .element(page.getByRole('dialog', { name: 'End the link Reception, ground floor?' }))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(asked('endLink')).toEqual([]);
  await button('End link').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End link' }).click();
  await expect.poll(visited).toBe('/admin/links');
  expect(asked('endLink')).toEqual([['desk']]);
  await expect.element(page.getByText('The link has ended.')).toBeVisible();
});

test('D112 an administrator makes links without a person, and does not see the address of others', async () => {
  const access = { ...operatorAccess, role: 'administrator' as const };
  const [desk] = consoleLinks.links;
  await openConsole('/admin/links/desk', {
    access,
    links: { ...consoleLinks, links: desk === undefined ? [] : [{ ...desk, isShown: false }] },
  });
  await expect.element(button('End link')).toBeVisible();
  await expect.element(button('Show link')).not.toBeInTheDocument();
  await button('Back to the list').click();
  await expect.element(button('End all links')).not.toBeInTheDocument();
  await button('Make link').click();
  await expect.element(field('Calls')).toBeVisible();
  await expect.element(field('Calls as')).not.toBeInTheDocument();
});

test('D112 an operator ends all links after a question, and the list is read again', async () => {
  const { asked } = await openConsole('/admin/links', { links: consoleLinks });
  await button('End all links').click();
  const dialog = page.getByRole('dialog', { name: 'End all one-click links?' });
  await expect.element(dialog).toHaveAccessibleDescription(/also those that are not in this list/);
  await userEvent.keyboard('{Escape}');
  expect(asked('endAllLinks')).toEqual([]);
  await button('End all links').click();
  await dialog.getByRole('button', { name: 'End all links' }).click();
  await expect.element(page.getByText('All one-click links have ended.')).toBeVisible();
  await expect.element(button('End all links')).toHaveFocus();
  expect(asked('endAllLinks')).toEqual([[]]);
  await expect.poll(() => asked('links')).toHaveLength(2);
});

test('D112 where one-click calls are off, the page says how to turn them on', async () => {
  await openConsole('/admin/links', { links: { links: [], isOn: false, mayMake: false } });
  await expect.element(page.getByText(/One-click calls are off\. Turn them on in brand\.json/)).toBeVisible();
  await expect.element(button('Make link')).not.toBeInTheDocument();
});
