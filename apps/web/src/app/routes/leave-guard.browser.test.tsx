import { useMemo, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { Link, Route, Router, useRouter } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { createStore } from '../../client/store/store.ts';
import { UnsavedContext, useUnsaved } from '../../client/store/unsaved.ts';
import { openAccountPage } from '../../testing/open-account-page.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { createLeaveGuard } from './leave-guard.ts';

function Form() {
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  return <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />;
}

function Pages() {
  const { hook } = useRouter();
  const unsaved = useMemo(() => createStore(false), []);
  const guard = useMemo(
    () => createLeaveGuard(hook, { hasSettings: () => false, hasForm: unsaved.get }),
    [hook, unsaved],
  );
  return (
    <Router hook={guard.useLocation}>
      <UnsavedContext value={unsaved}>
        <Link href="/elsewhere">Away</Link>
        <Route path="/form">
          <Form />
        </Route>
      </UnsavedContext>
      <LeaveQuestion guard={guard} />
    </Router>
  );
}

// The first test of the file: its code is not loaded yet.
test('ERR-06 PROFILE-15 a question whose code cannot be loaded keeps the page, and is asked when it is tried again', async () => {
  await cdp().send('Network.enable');
  await cdp().send('Network.setBlockedURLs', { urls: ['*LeaveDialog*'] });
  onTestFinished(async () => void (await cdp().send('Network.disable')));
  const { visited } = await openAccountPage(<Pages />, { path: '/form' });
  const away = page.getByRole('link', { name: 'Away' });
  await page.getByLabelText('Text').fill('something');
  await away.click();
  const sorry = page.getByRole('dialog', { name: 'Error' });
  await expect.element(sorry.getByRole('alert')).toBeVisible();
  await sorry.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sorry).not.toBeInTheDocument();
  expect(visited()).toBe('/form');
  await away.click();
  await expect.element(sorry).toBeVisible();
  await cdp().send('Network.setBlockedURLs', { urls: [] });
  await sorry.getByRole('button', { name: 'Try again now' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
});

test('PROFILE-15 unsaved input is not lost without a question', async () => {
  const { visited } = await openAccountPage(<Pages />, { path: '/form' });
  const away = page.getByRole('link', { name: 'Away' });
  const field = page.getByLabelText('Text');
  await field.fill('something');
  await away.click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect.element(question.getByText('What you have typed has not been saved.')).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('something');
  expect(visited()).toBe('/form');
  await away.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(field).not.toBeInTheDocument();
  expect(visited()).toBe('/elsewhere');
});

test('a form without input can be left immediately', async () => {
  const { visited } = await openAccountPage(<Pages />, { path: '/form' });
  await page.getByLabelText('Text').fill('something');
  await page.getByLabelText('Text').fill('');
  await page.getByRole('link', { name: 'Away' }).click();
  expect(visited()).toBe('/elsewhere');
});

const inBrowser = { hook: useBrowserLocation };

test('PROFILE-15 Back and Forward ask as a link does, and then go to the requested page', async () => {
  const before = location.href;
  onTestFinished(() => history.replaceState(null, '', before));
  history.pushState(null, '', '/earlier');
  history.pushState(null, '', '/form?of=bobby');
  await openAccountPage(
    <Router {...inBrowser}>
      <Pages />
    </Router>,
    { path: '/form' },
  );
  const field = page.getByLabelText('Text');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await field.fill('something');
  for (const time of ['the first time', 'the second time']) {
    history.back();
    await expect.element(question, { message: time }).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(field).toHaveValue('something');
    expect(`${location.pathname}${location.search}`).toBe('/form?of=bobby');
  }
  history.back();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(() => location.pathname).toBe('/earlier');
  await expect.element(question).not.toBeInTheDocument();
});

test('PROFILE-15 the browser asks before it leaves the page while input is unsaved', async () => {
  await openAccountPage(<Pages />, { path: '/form' });
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  await page.getByLabelText('Text').fill('something');
  await expect.poll(isAsked).toBe(true);
  await page.getByLabelText('Text').fill('');
  await expect.poll(isAsked).toBe(false);
});
