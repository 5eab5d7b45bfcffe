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
