import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { SecondStepScreen, type SecondStepScreenProps } from './SecondStepScreen.tsx';

const i18n = await createWholeI18n('en');

async function open(props: Partial<SecondStepScreenProps>) {
  const asked: string[] = [];
  const show = (more: Partial<SecondStepScreenProps> = {}) => (
    <I18nextProvider i18n={i18n}>
      <SecondStepScreen
        factors={['app', 'recovery']}
        isBusy={false}
        onCode={(code) => asked.push(code)}
        onPasskey={() => asked.push('passkey')}
        onKeep={() => asked.push('keep')}
        onBack={() => asked.push('back')}
        {...props}
        {...more}
      />
    </I18nextProvider>
  );
  const screen = await render(show());
  return { asked, change: (more: Partial<SecondStepScreenProps>) => screen.rerender(show(more)) };
}
const code = page.getByLabelText('Code', { exact: true });
const button = (name: string) => page.getByRole('button', { name });

test('D100 the field has the focus; an empty code is not sent, and a wrong one stays to be corrected', async () => {
  const { asked, change } = await open({});
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription(/Type the code\./);
  await userEvent.keyboard('123456{Enter}');
  expect(asked).toEqual(['123456']);
  await change({ problem: 'The code is wrong.' });
  await expect.element(code).toHaveAccessibleDescription(/The code is wrong\./);
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveValue('123456');
  await expect.element(button('Use a passkey')).not.toBeInTheDocument();
});

test('D100 a recovery code has its own field', async () => {
  const { asked } = await open({});
  await button('Use a recovery code').click();
  const field = page.getByLabelText('Recovery code');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('abcd-efgh-ijkl{Enter}');
  expect(asked).toEqual(['abcd-efgh-ijkl']);
  await button('Use the app').click();
  await expect.element(code).toBeVisible();
});

test('D100 a user with passkeys only presses one button, and reads when it was not used', async () => {
  const { asked, change } = await open({ factors: ['recovery', 'passkey'] });
  await expect.element(page.getByRole('heading', { name: 'Second step' })).toHaveFocus();
  await expect.element(code).not.toBeInTheDocument();
  await button('Use a passkey').click();
  await change({ problem: 'The passkey was not used.' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('The passkey was not used.');
  await button('Back to the login').click();
  expect(asked).toEqual(['passkey', 'back']);
});

test('D100 D96 after the step the account can be kept', async () => {
  const { asked } = await open({ deletion: 'It will be deleted.' });
  await expect.element(code).not.toBeInTheDocument();
  await button('Keep my account').click();
  expect(asked).toEqual(['keep']);
});
