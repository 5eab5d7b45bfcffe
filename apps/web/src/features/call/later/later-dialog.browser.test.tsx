import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { OwnText } from '../text/own/OwnText.tsx';
import { LaterDialog } from './LaterDialog.tsx';
import { type LaterParts, LoadLaterPartsContext } from './use-later-parts.ts';

beforeAll(async () => {
  await createWholeI18n('en');
});

/** A loader that waits: each request for the parts succeeds with `come` and fails with `fail`. */
function slowLoader() {
  const waiting: { readonly come: () => void; readonly fail: () => void }[] = [];
  const load = () =>
    new Promise<LaterParts>((resolve, reject) => {
      waiting.push({
        come: () => void import('./later-parts.ts').then(resolve),
        fail: () => reject(new Error('no network')),
      });
    });
  return {
    load,
    asked: () => waiting.length,
    come: () => waiting.at(-1)?.come(),
    fail: () => waiting.at(-1)?.fail(),
  };
}

/** A page with a button that opens the list of shortcuts. */
async function openShortcuts() {
  const loader = slowLoader();
  function Call() {
    const [isOpen, setIsOpen] = useState(false);
    const close = (): void => setIsOpen(false);
    return (
      <LoadLaterPartsContext value={loader.load}>
        <button type="button" onClick={() => setIsOpen(true)}>
          Help
        </button>
        {isOpen ? (
          <LaterDialog title="Keyboard shortcuts" onClose={close}>
            {({ ShortcutHelp }) => <ShortcutHelp onClose={close} />}
          </LaterDialog>
        ) : undefined}
      </LoadLaterPartsContext>
    );
  }
  await render(<Call />);
  await opener.click();
  return loader;
}

const opener = page.getByRole('button', { name: 'Help' });
const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const retry = page.getByRole('button', { name: 'Try again now' });
const close = page.getByRole('button', { name: 'Close' });

test('a dialog that loads quickly opens with its content and has the focus', async () => {
  const { come } = await openShortcuts();
  expect(dialog.query()).toBeNull();
  come();
  await expect.element(dialog.getByText('Esc')).toBeVisible();
  await expect.element(close).toHaveFocus();
  await close.click();
  await expect.element(opener).toHaveFocus();
});

test('a dialog that loads slowly says so and can be closed; its content replaces the words', async () => {
  const { come } = await openShortcuts();
  await expect.element(dialog.getByText('Loading…')).toBeInTheDocument();
  await expect.element(close).toHaveFocus();
  come();
  await expect.element(dialog.getByText('Esc')).toBeVisible();
  expect(page.getByRole('dialog').elements()).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('a dialog that cannot be fetched says so, and the user can try again or close it', async () => {
  const { come, fail, asked } = await openShortcuts();
  fail();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(dialog.getByText(/^A problem occurred/)).toBeVisible();
  await retry.click();
  await expect.element(dialog.getByText('Loading…')).toBeInTheDocument();
  await expect.element(close).toHaveFocus();
  fail();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  // A reload of the page would end the call.
  expect(page.getByRole('button', { name: 'Reload the page' }).query()).toBeNull();
  await close.click();
  await expect.element(opener).toHaveFocus();
  await opener.click();
  come();
  await expect.element(dialog.getByText('Esc')).toBeVisible();
  expect(asked()).toBe(3);
});

test('D42 emoji that cannot be fetched say so in their place, typing goes on, and the user can try again', async () => {
  const { load, come, fail } = slowLoader();
  const edits: string[] = [];
  await render(
    <LoadLaterPartsContext value={load}>
      <OwnText
        value=""
        onEdit={(text) => edits.push(text)}
        helpers={{ own: undefined, onChange: undefined }}
      />
    </LoadLaterPartsContext>,
  );
  const button = page.getByRole('button', { name: 'Emoji' });
  await button.click();
  const place = page.getByRole('region', { name: 'Emoji' });
  const { height } = place.element().getBoundingClientRect();
  fail();
  await expect.element(place.getByRole('alert')).toBeVisible();
  await userEvent.type(page.getByRole('textbox', { name: 'Your text' }), 'H');
  expect(edits.at(-1)).toBe('H');
  await retry.click();
  await expect.element(button).toHaveFocus();
  come();
  await expect.element(page.getByRole('toolbar', { name: 'Emoji' })).toBeVisible();
  expect(Math.abs(place.element().getBoundingClientRect().height - height)).toBeLessThan(24);
});
