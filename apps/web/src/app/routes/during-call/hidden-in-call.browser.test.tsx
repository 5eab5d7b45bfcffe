import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { HiddenInCall } from './HiddenInCall.tsx';

test('ERR-06 a page that fails while a call hides it does not end the call, and says so afterwards', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => reported.mockRestore());
  await createWholeI18n('en');
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const failed = vi.fn();
  function Page() {
    const [isBroken, setIsBroken] = useState(false);
    if (isBroken) {
      failed();
      throw new Error('a bug');
    }
    return (
      <button type="button" onClick={() => void answered.then(() => setIsBroken(true))}>
        Save
      </button>
    );
  }
  const view = (hasCall: boolean) => (
    <>
      <p>The call</p>
      <HiddenInCall hasCall={hasCall}>
        <Page />
      </HiddenInCall>
    </>
  );
  const screen = await render(view(false));
  await page.getByRole('button', { name: 'Save' }).click();
  await screen.rerender(view(true));
  await expect.element(page.getByText('Save')).not.toBeVisible();
  answer();
  await expect.poll(() => failed.mock.calls.length).toBeGreaterThan(0);
  await expect.element(page.getByText('The call')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await screen.rerender(view(false));
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('pages that a call hides are not rendered again before it ends, and then show what is new', async () => {
  const rendered: string[] = [];
  function Page({ words }: { readonly words: string }) {
    rendered.push(words);
    return <p>{words}</p>;
  }
  const view = (hasCall: boolean, words: string) => (
    <HiddenInCall hasCall={hasCall}>
      <Page words={words} />
    </HiddenInCall>
  );
  const screen = await render(view(false, 'before'));
  rendered.length = 0;
  await screen.rerender(view(true, 'begun'));
  await expect.element(page.getByText('before')).not.toBeVisible();
  await screen.rerender(view(true, 'answered'));
  // React renders hidden pages when it has nothing else to do.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
  expect(rendered).toEqual([]);
  await screen.rerender(view(false, 'ended'));
  await expect.element(page.getByText('ended')).toBeVisible();
  expect(new Set(rendered)).toEqual(new Set(['ended']));
});
