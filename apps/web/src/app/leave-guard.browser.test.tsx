import { useMemo, useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Link, Route, Router, useRouter } from 'wouter';
import { createStore } from '../client/store.ts';
import { openAccountPage } from '../client/testing/open-account-page.tsx';
import { type Unsaved, UnsavedContext, useUnsaved } from '../client/unsaved.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { createLeaveGuard } from './leave-guard.ts';

const discarded: string[] = [];

function Form() {
  const [text, setText] = useState('');
  useUnsaved(text !== '', () => discarded.push(text));
  return <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />;
}

function Pages() {
  const { hook } = useRouter();
  const unsaved = useMemo(() => createStore<Unsaved>(undefined), []);
  const guard = useMemo(
    () => createLeaveGuard(hook, { hasSettings: () => false, form: unsaved.get }),
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

test('PROFILE-15 what is typed and not saved is not lost unasked', async () => {
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
  expect([visited(), discarded]).toEqual(['/form', []]);
  await away.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(field).not.toBeInTheDocument();
  expect([visited(), discarded]).toEqual(['/elsewhere', ['something']]);
});

test('a form in which nothing was typed is left at once', async () => {
  const { visited } = await openAccountPage(<Pages />, { path: '/form' });
  await page.getByLabelText('Text').fill('something');
  await page.getByLabelText('Text').fill('');
  await page.getByRole('link', { name: 'Away' }).click();
  expect(visited()).toBe('/elsewhere');
});
