import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { DialScreen, type DialScreenProps } from './DialScreen.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});

/** A dial screen that keeps its number, as the page does; another `number` from outside replaces it. */
function Dial({ number: given = '', ...props }: Partial<DialScreenProps>) {
  const [{ from, number }, setContent] = useState({ from: given, number: given });
  if (from !== given) setContent({ from: given, number: given });
  return (
    <DialScreen
      isVideoOn={false}
      blockedBy={undefined}
      onCall={undefined}
      attachPreview={() => {}}
      hasTestPage
      {...props}
      number={number}
      onNumberChange={(changed) => setContent({ from: given, number: changed })}
    />
  );
}

async function open(props: Partial<DialScreenProps> = {}) {
  const onCall = vi.fn();
  const screen = await render(<Dial onCall={onCall} {...props} />);
  const field = screen.getByRole('textbox', { name: 'Number or name' });
  return {
    screen,
    field,
    onCall,
    callButton: screen.getByRole('button', { name: 'Call', exact: true }),
  };
}

test('DIAL-01 DIAL-04 the field has the focus, and Enter calls', async () => {
  const { field, onCall } = await open();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('bobby{Enter}');
  expect(onCall.mock.calls).toEqual([['bobby']]);
});

test('DIAL-02 DIAL-03 DIAL-04 keys, backspace and the call button work', async () => {
  const { screen, field, onCall, callButton } = await open();
  for (const key of ['1', '*', '0', '#', '9'])
    await screen.getByRole('button', { name: key, exact: true }).click();
  await screen.getByRole('button', { name: 'Delete last character' }).click();
  await expect.element(field).toHaveValue('1*0#');
  await callButton.click();
  expect(onCall.mock.calls).toEqual([['1*0#']]);
});

test('DIAL-02 text of any length is selected and deleted by two keys', async () => {
  const { field } = await open({ number: 'x'.repeat(1200) });
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  await expect.element(field).toHaveValue('');
});

test('WCAG 2.4.3 the key that deletes the last character passes the focus to the field', async () => {
  const { field } = await open({ number: '1' });
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
});

test('DIAL-03 a key inserts at the caret, and the next key after it', async () => {
  const { screen, field } = await open({ number: '14' });
  (field.element() as HTMLInputElement).setSelectionRange(1, 1);
  for (const key of ['2', '3']) await screen.getByRole('button', { name: key, exact: true }).click();
  await expect.element(field).toHaveValue('1234');
});

test('DIAL-02 DIAL-03 keys and backspace edit at the last caret, one after the other', async () => {
  const { screen, field } = await open();
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  await userEvent.keyboard('1256{ArrowLeft}{ArrowLeft}');
  for (const name of ['3', '0', 'Delete last character', '4']) await press(name);
  await expect.element(field).toHaveValue('123456');
  // Typing continues where the user has put the caret, and the keypad continues after the typed text.
  await field.click();
  await userEvent.keyboard('{Home}+');
  for (const name of ['4', '6']) await press(name);
  await expect.element(field).toHaveValue('+46123456');
});

test('DIAL-02 DIAL-03 a key replaces the selection, and backspace deletes it', async () => {
  const { screen, field } = await open({ number: '1994' });
  const select = async (start: number, end: number) => {
    await field.click();
    (field.element() as HTMLInputElement).setSelectionRange(start, end);
  };
  await select(1, 3);
  for (const name of ['2', '3']) await screen.getByRole('button', { name, exact: true }).click();
  await expect.element(field).toHaveValue('1234');
  await select(0, 2);
  await screen.getByRole('button', { name: 'Delete last character' }).click();
  await expect.element(field).toHaveValue('34');
  await screen.getByRole('button', { name: '9', exact: true }).click();
  await expect.element(field).toHaveValue('934');
});

test('DIAL-03 keys reached with Tab append one after the other', async () => {
  const { field } = await open({ number: '7' });
  await userEvent.keyboard('{End}{Tab}{Tab}{Enter}{Tab}{Enter} {Tab}{Enter}');
  await expect.element(field).toHaveValue('71223');
});

test('DIAL-03 a key appends to a number set from outside', async () => {
  const { screen, field } = await open();
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  await press('1');
  await screen.rerender(<Dial number="555" />);
  await expect.element(field).toHaveValue('555');
  await press('2');
  await expect.element(field).toHaveValue('5552');
});

test('DIAL-03 a clicked key does not focus the field, so that a phone shows no keyboard', async () => {
  const { screen, field } = await open();
  await screen.getByRole('button', { name: '1', exact: true }).click();
  await screen.getByRole('button', { name: 'Delete last character' }).click();
  await expect.element(field).toHaveValue('');
  await expect.element(field).not.toHaveFocus();
});

test('DIAL-08 DIAL-09 a blank number starts no call', async () => {
  const { onCall, callButton } = await open({ number: '   ' });
  await expect.element(callButton).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(onCall).not.toHaveBeenCalled();
});

test.each([
  ['offline', 'You cannot make calls when you are not in contact with the server.'],
  ['noMedia', 'You cannot make calls without sound, video or text.'],
] as const)('DIAL-12 DIAL-13 DIAL-14 %s disables the button and shows why', async (blockedBy, words) => {
  const { screen, callButton } = await open({ number: 'bobby', blockedBy, onCall: undefined });
  await expect.element(callButton).toBeDisabled();
  await expect.element(screen.getByRole('status')).toHaveTextContent(words);
  await userEvent.keyboard('{Enter}');
});

test('DIAL-12 with camera and microphone blocked an emergency call uses text, and the screen says so', async () => {
  const { screen, onCall } = await open({ number: '112', isByText: true });
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('The camera and microphone are blocked. This call will be made by text.');
  await userEvent.keyboard('{Enter}');
  expect(onCall).toHaveBeenCalledWith('112');
});

test('DIAL-06 a failed preview shows why in its place', async () => {
  const { screen } = await open({ isVideoOn: true, previewFailure: 'inUse' });
  await expect
    .element(screen.getByText('The camera or microphone is in use by another program.', { exact: false }))
    .toBeVisible();
});

test('DIAL-05 DIAL-06 the preview shows while video is on, otherwise a text', async () => {
  const detach = vi.fn();
  const attachPreview = vi.fn((_element: HTMLVideoElement | null) => detach);
  const { screen } = await open({ isVideoOn: true, attachPreview });
  expect(attachPreview).toHaveBeenCalledWith(expect.any(HTMLVideoElement));
  await screen.unmount();
  expect(detach).toHaveBeenCalledOnce();
  const off = await open();
  await expect.element(off.screen.getByText('The camera is off')).toBeVisible();
});

test.each([
  [740, 360],
  [320, 256],
] as const)(
  'WCAG 1.4.10 at %i × %i field and call button are visible together, and no focused key is out of view',
  async (width, height) => {
    await page.viewport(width, height);
    const { screen, field, callButton } = await open({ number: 'bobby' });
    // In the app, the content above the dial screen is this high.
    screen.container.style.paddingBlockStart = '64px';
    scrollTo(0, 0);
    expect(field.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(64);
    const bottom = () => callButton.element().getBoundingClientRect().bottom;
    const top = () => callButton.element().getBoundingClientRect().top;
    expect(bottom()).toBeLessThanOrEqual(height);
    expect(top()).toBeGreaterThanOrEqual(field.element().getBoundingClientRect().bottom);
    for (const name of ['1', '#']) {
      const key = screen.getByRole('button', { name, exact: true }).element();
      key.focus();
      expect(key.getBoundingClientRect().bottom).toBeLessThanOrEqual(top());
    }
  },
);

test('DIAL-14 NAV-13 D53 where a call waits for the first connection, why none is possible is said after a refusal', async () => {
  const people = (refusals: number) => ({
    field: {},
    notice: undefined,
    refusals,
    found: undefined,
    below: undefined,
  });
  const shown = { blockedBy: 'offline', isConnecting: true, onCall: undefined } as const;
  const { screen } = await open({ ...shown, people: people(0) });
  const why = page.getByText('You cannot make calls when you are not in contact with the server.');
  expect(why.query()).toBeNull();
  await screen.rerender(<Dial {...shown} people={people(1)} />);
  await expect.element(why).toBeVisible();
});
