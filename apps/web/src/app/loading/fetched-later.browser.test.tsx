import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { fetchedLater } from '../../ui/loading/fetched-later.tsx';

const i18n = await createWholeI18n('en');

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>;

/** A component whose code loads, or fails to load, when the test says so. */
function slowGreeting() {
  let settle: { readonly come: () => void; readonly fail: () => void } | undefined;
  let asked = 0;
  const Later = fetchedLater<{ readonly name: string }>(() => {
    asked += 1;
    return new Promise((resolve, reject) => {
      settle = { come: () => resolve({ default: Greeting }), fail: () => reject(new Error('no network')) };
    });
  });
  const show = () =>
    render(
      <I18nextProvider i18n={i18n}>
        <Later name="Alice" />
      </I18nextProvider>,
    );
  return { Later, show, asked: () => asked, come: () => settle?.come(), fail: () => settle?.fail() };
}

test('a placeholder is shown while code is loading', async () => {
  const { show, come } = slowGreeting();
  await show();
  await expect.element(page.getByText('Loading…')).toBeInTheDocument();
  come();
  await expect.element(page.getByText('Hello Alice')).toBeInTheDocument();
});

test('code loaded in advance is shown in the first render', async () => {
  const { Later, show, come, asked } = slowGreeting();
  const fetched = Later.fetch();
  come();
  await fetched;
  const { container } = await show();
  expect(container.textContent).toBe('Hello Alice');
  expect(asked()).toBe(1);
});

test('code that failed to load is requested again by the next component that uses it', async () => {
  const { show, come, fail, asked } = slowGreeting();
  await show();
  fail();
  await expect.element(page.getByRole('alert')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect.element(page.getByText('Loading…')).toBeInTheDocument();
  come();
  await expect.element(page.getByText('Hello Alice')).toBeInTheDocument();
  expect(asked()).toBe(2);
});

test('a failed load in advance has no effect', async () => {
  const { Later, show, come, fail } = slowGreeting();
  const fetched = Later.fetch();
  fail();
  await fetched;
  await show();
  come();
  await expect.element(page.getByText('Hello Alice')).toBeInTheDocument();
});

test('after repeated failures the user can reload the page', async () => {
  const { show, fail } = slowGreeting();
  await show();
  const reload = page.getByRole('button', { name: 'Reload the page' });
  fail();
  await expect.element(page.getByRole('alert')).toBeInTheDocument();
  expect(reload.query()).toBeNull();
  await page.getByRole('button', { name: 'Try again now' }).click();
  fail();
  await expect.element(reload).toBeInTheDocument();
});
