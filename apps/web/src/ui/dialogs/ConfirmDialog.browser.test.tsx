import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

function Question({ onAnswer }: { readonly onAnswer: (answer: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (answer: string) => () => {
    setIsOpen(false);
    onAnswer(answer);
  };
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Leave
      </button>
      {isOpen ? (
        <ConfirmDialog
          title="Log out"
          confirmLabel="Yes"
          cancelLabel="Cancel"
          onConfirm={close('confirmed')}
          onCancel={close('cancelled')}
        >
          Do you want to log out?
        </ConfirmDialog>
      ) : undefined}
    </>
  );
}

const opener = page.getByRole('button', { name: 'Leave' });
const dialog = page.getByRole('dialog', { name: 'Log out' });

test.each([
  ['Escape', 'cancelled', () => userEvent.keyboard('{Escape}')],
  ['Cancel', 'cancelled', () => page.getByRole('button', { name: 'Cancel' }).click()],
  ['the confirming button', 'confirmed', () => page.getByRole('button', { name: 'Yes' }).click()],
])('NAV-09 %s closes it as %s and gives the focus back', async (_way, outcome, leave) => {
  const answers: string[] = [];
  await render(<Question onAnswer={(answer) => answers.push(answer)} />);
  await opener.click();
  await expect.element(dialog).toHaveAccessibleDescription('Do you want to log out?');
  expect(answers).toEqual([]);
  await leave();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(answers).toEqual([outcome]);
  expect(document.activeElement).toBe(opener.element());
});

test('a long body, such as a table, is not read out whole when its dialog opens', async () => {
  await render(
    <Dialog title="Quality" actions={<button type="button">Close</button>}>
      <p>Many rows</p>
    </Dialog>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Quality' })).toHaveAccessibleDescription('');
});

test('Tab keeps the focus inside the dialog', async () => {
  await render(<Question onAnswer={() => {}} />);
  await opener.click();
  const visited = new Set<string | undefined>();
  for (let press = 0; press < 6; press += 1) {
    await userEvent.keyboard('{Tab}');
    visited.add(document.activeElement?.textContent || undefined);
  }
  expect(visited).not.toContain('Leave');
  expect(visited).toContain('Yes');
});
