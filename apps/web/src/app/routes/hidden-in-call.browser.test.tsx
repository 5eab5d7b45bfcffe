import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createI18n } from '../../i18n/index.ts';
import { HiddenInCall } from './HiddenInCall.tsx';

test('ERR-06 a page that fails while a call hides it does not end the call, and says so afterwards', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => reported.mockRestore());
  await createI18n('en');
  let failures = 0;
  let fail: () => void = () => expect.fail('no page');
  function Page() {
    const [isBroken, setIsBroken] = useState(false);
    fail = () => setIsBroken(true);
    if (!isBroken) return <p>The page</p>;
    failures += 1;
    throw new Error('a bug');
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
  await screen.rerender(view(true));
  await expect.element(page.getByText('The page')).not.toBeVisible();
  fail();
  await expect.poll(() => failures).toBeGreaterThan(0);
  await expect.element(page.getByText('The call')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await screen.rerender(view(false));
  await expect.element(page.getByRole('alert')).toBeVisible();
});
