import { ERROR_CODES, type SecondFactorState } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SecondFactorApi } from '../../../client/ports/second-factor-api.ts';
import { fakeSecondFactor } from '../../../testing/fake-accounts.ts';
import { loginAnswer } from '../../../testing/fake-user-api.ts';
import { openAccountPage } from '../../../testing/open-account-page.tsx';
import ProfileArea, { type ProfilePageName } from '../profile/ProfileArea.tsx';

const token = loginAnswer.securityToken;
const off: SecondFactorState = {
  isOffered: true,
  isOn: false,
  hasPasskeys: true,
  recoveryCodes: 0,
  passkeys: [],
};
const on: SecondFactorState = {
  ...off,
  isOn: true,
  appAddedAt: Date.UTC(2026, 10, 20),
  recoveryCodes: 9,
  passkeys: [{ id: 'p1', name: 'My phone', addedAt: Date.UTC(2026, 10, 21) }],
};
const codes = ['ABCD-EFGH-IJKL', 'MNOP-QRST-UVWX'];

function open(
  answers: Partial<SecondFactorApi> = {},
  features: Readonly<Record<string, boolean>> = { secondFactor: true },
  name: ProfilePageName = 'secondFactor',
) {
  return openAccountPage(<ProfileArea page={name} />, {
    path: '/here',
    brand: { features: { userInformation: true, ...features } },
    more: { loadSecondFactor: async () => ({ ...fakeSecondFactor, ...answers }) },
    person: {},
  });
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const password = page.getByLabelText('Password', { exact: true });
const code = page.getByLabelText('Code', { exact: true });

const sessionsEnd = page.getByText(/your other sessions are logged out/);

test('D100 the profile leads to the page only where the brand has it', async () => {
  const { visited } = await open({}, { secondFactor: true }, 'view');
  await button('Log-in in two steps').click();
  expect(visited()).toBe('/userinformation/secondStep');
});

test('D100 without the feature there is no page', async () => {
  const { visited } = await open({}, {});
  await expect.poll(visited).toBe('/userinformation');
});

test('D100 a user adds an app with picture or key, and reads the recovery codes once', async () => {
  const asked: unknown[] = [];
  let state = off;
  await open({
    state: async () => ({ ok: true, value: state }),
    beginApp: async (...given) => {
      asked.push(given);
      return { ok: true, value: { secret: 'ABCD2345', address: 'otpauth://totp/S:a?secret=ABCD2345' } };
    },
    confirmApp: async (...given) => {
      asked.push(given);
      if (given[1] !== '123456') return { ok: false, status: 400, errorCode: ERROR_CODES.secondFactorWrong };
      state = on;
      return { ok: true, value: codes };
    },
  });
  await expect.element(page.getByText('Log-in in two steps is off.')).toBeVisible();
  await button('Add an app').click();
  await expect.element(password).toHaveFocus();
  await expect.element(sessionsEnd).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toHaveAccessibleDescription(/Type your password\./);
  await expect.element(code).not.toBeInTheDocument();
  await password.fill('secret1');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect.element(page.getByText('ABCD 2345')).toBeVisible();
  await expect.element(sessionsEnd).toBeVisible();
  await code.fill('000000');
  await button('Confirm').click();
  await expect.element(code).toHaveAccessibleDescription(/The code is wrong or was used before\./);
  await code.fill('123456');
  await button('Confirm').click();
  for (const each of codes) await expect.element(page.getByText(each)).toBeVisible();
  await button('I have kept the codes').click();
  await expect.element(page.getByText('Log-in in two steps is on.')).toBeVisible();
  await expect.element(page.getByText(codes[0] ?? '')).not.toBeInTheDocument();
  expect(asked).toEqual([
    [token, { password: 'secret1' }],
    [token, '000000'],
    [token, '123456'],
  ]);
});

test('D100 new recovery codes stay in sight when the server does not answer afterwards', async () => {
  let isDown = false;
  await open({
    state: async () => (isDown ? { ok: false, status: 0 } : { ok: true, value: on }),
    renewCodes: async () => {
      isDown = true;
      return { ok: true, value: codes };
    },
  });
  await button('Make new codes').click();
  await password.fill('secret1');
  await code.fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('I have kept the codes')).toBeVisible();
  await button('I have kept the codes').click();
  // What the account has now is unknown.
  await expect.element(button('Try again now')).toBeVisible();
  for (const each of codes) await expect.element(page.getByText(each)).not.toBeInTheDocument();
});

test('D100 turning it off needs password and code; a wrong one is told at its field', async () => {
  const asked: unknown[] = [];
  await open({
    state: async () => ({ ok: true, value: on }),
    remove: async (...given) => {
      asked.push(given);
      return asked.length === 1
        ? { ok: false, status: 400, errorCode: ERROR_CODES.secondFactorWrong }
        : { ok: true, value: undefined };
    },
  });
  await button('Turn off log-in in two steps').click();
  await password.fill('secret1');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription(/Type the code\./);
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard('111111{Enter}');
  await expect.element(code).toHaveAccessibleDescription(/The code is wrong/);
  await code.fill('222222');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked[1]).toEqual([token, 'all', { password: 'secret1', code: '222222' }]);
});

test('D100 a passkey gets a name, and one that exists can pass the step for it', async () => {
  const asked: unknown[] = [];
  const passkey = { id: 'x' } as never;
  await open({
    state: async () => ({ ok: true, value: on }),
    askPasskey: async () => ({ ok: true, value: passkey }),
    addPasskey: async (...given) => {
      asked.push(given);
      return { ok: true, value: [] };
    },
  });
  await button('Add a passkey').click();
  // They have ended with the first factor.
  await expect.element(sessionsEnd).not.toBeInTheDocument();
  await page.getByLabelText('Name of the passkey').fill('Key');
  await password.fill('secret1');
  await button('Use a passkey').click();
  await expect.poll(() => asked).toEqual([[token, { password: 'secret1', passkey }, 'Key']]);
  await expect.element(page.getByText('My phone')).toBeVisible();
});

test('D100 passkeys are listed with their use, and one is removed by its name', async () => {
  const asked: unknown[] = [];
  await open({
    state: async () => ({ ok: true, value: on }),
    remove: async (...given) => {
      asked.push(given);
      return { ok: true, value: undefined };
    },
  });
  await expect.element(page.getByText(/Not used yet\./)).toBeVisible();
  await button('Delete: My phone').click();
  await password.fill('secret1');
  await code.fill('ABCD-EFGH-IJKL');
  await button('Remove the passkey My phone').click();
  await expect.poll(() => asked).toEqual([[token, 'p1', { password: 'secret1', code: 'ABCD-EFGH-IJKL' }]]);
});

test('D100 where the address has no domain name the page says why there are no passkeys', async () => {
  await open({ state: async () => ({ ok: true, value: { ...off, hasPasskeys: false } }) });
  await expect.element(page.getByText(/Passkeys are not possible here/)).toBeVisible();
  await expect.element(button('Add a passkey')).not.toBeInTheDocument();
});
