import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { Router } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { openAccountPage } from '../../../testing/open-account-page.tsx';
import { GuardedPages } from '../testing/guarded-pages.tsx';

test('PROFILE-15 unsaved input is not lost without a question', async () => {
  const { visited } = await openAccountPage(<GuardedPages />, { path: '/form' });
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
  const { visited } = await openAccountPage(<GuardedPages />, { path: '/form' });
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
      <GuardedPages />
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
  await openAccountPage(<GuardedPages />, { path: '/form' });
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  await page.getByLabelText('Text').fill('something');
  await expect.poll(isAsked).toBe(true);
  await page.getByLabelText('Text').fill('');
  await expect.poll(isAsked).toBe(false);
});
