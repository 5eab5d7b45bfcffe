import { ERROR_CODES } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  consoleAudit,
  consoleCalls,
  consoleNumbers,
  consolePerson,
  consoleSettings,
  operatorAccess,
} from '../../testing/console/console-people.ts';
import { openConsole as open } from '../../testing/console/open-console.tsx';

const personPath = `/admin/people/${consolePerson.id}`;

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('D98 without a role the page says so, and shows no people', async () => {
  const { asked } = await open('/admin', {
    answers: { access: async () => ({ ok: false, status: 403, errorCode: ERROR_CODES.notAllowed }) },
  });
  await expect.element(page.getByText('Your account may not use the administration.')).toBeVisible();
  expect(asked('people')).toEqual([]);
});

test('D98 people are listed with their state, and a search asks the server', async () => {
  const { asked } = await open('/admin');
  await expect
    .element(page.getByRole('link', { name: /Anna Berg.*Active.*Demo county.*Reachable now/ }))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: /Bo Ek.*Waiting for approval/ })).toBeVisible();
  await page.getByLabelText('Search by name or address').fill('bo');
  await page.getByLabelText('State').selectOptions('Disabled');
  await expect
    .poll(() => asked('people').at(-1))
    .toEqual([{ search: 'bo', organisation: undefined, status: 'disabled', isRegistered: false }]);
  await page.getByLabelText('Reachable now').click();
  await expect.poll(() => asked('people').at(-1)).toMatchObject([{ isRegistered: true }]);
});

test('D98 support has no button that changes something', async () => {
  await open(personPath, {
    access: { ...operatorAccess, role: 'support' },
    person: { ...consolePerson, isChangeable: false },
  });
  await expect.element(page.getByText('anna.berg@mail.example')).toBeVisible();
  for (const name of ['Disable', 'Remove', 'Log out everywhere'])
    await expect.element(button(name)).not.toBeInTheDocument();
});

test('D98 a change that needs the password is carried out after it was typed; cancelling changes nothing', async () => {
  let isConfirmed = false;
  const { asked } = await open(personPath, {
    answers: {
      confirm: async ({ password }) => {
        isConfirmed = password === 'secret1';
        return isConfirmed ? { ok: true, value: undefined } : { ok: false, status: 400 };
      },
      logOut: async () =>
        isConfirmed
          ? { ok: true, value: undefined }
          : { ok: false, status: 403, errorCode: ERROR_CODES.confirmationNeeded },
    },
  });
  const ask = async () => {
    await button('Log out everywhere').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  };
  await ask();
  const password = page.getByLabelText('Password', { exact: true });
  await expect.element(password).toHaveFocus();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(asked('logOut')).toHaveLength(1);
  await ask();
  await password.fill('guess');
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toHaveAccessibleDescription(/The password is wrong\./);
  await password.fill('secret1');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The person is logged out everywhere.')).toBeVisible();
  expect(asked('logOut')).toHaveLength(3);
});

test('D98 the question before a removal says what is lost', async () => {
  const { asked, visited } = await open(personPath);
  await button('Remove').click();
  const dialog = page.getByRole('dialog', { name: 'Remove Anna Berg?' });
  await expect.element(dialog.getByText(/contacts: 12, calls with their text: 345/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(visited).toBe('/admin');
  expect(asked('remove')).toEqual([[consolePerson.id]]);
});

test('D98 a person is added with what was typed, and the page shows the link to a password', async () => {
  const { asked } = await open('/admin/add');
  await button('Add person').click();
  await expect.element(page.getByLabelText('Username')).toHaveAccessibleDescription(/not allowed/);
  await expect.element(page.getByLabelText('Username')).toHaveFocus();
  await page.getByLabelText('Username').fill('anna.berg');
  await page.getByLabelText('Organisation').selectOptions('Organisation 2');
  await button('Add person').click();
  await expect.element(page.getByText(/newpassword\?key=a-random-text/)).toBeVisible();
  expect(asked('add')).toMatchObject([[{ username: 'anna.berg', organisation: 2 }]]);
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await expect.element(heading('The person is added')).toHaveFocus();
  await button('Add another person').click();
  await expect.element(heading('Add person')).toHaveFocus();
});

test('D98 an import shows its rows, the refused lines with a reason, and the passwords to save', async () => {
  await open('/admin/import', {
    answers: {
      importRows: async (_headings, rows) => ({
        ok: true,
        value: rows.map(([username = '']) =>
          username === 'x'
            ? { username, outcome: 'refused', problem: 'The value of "username" is not allowed.' }
            : { username, outcome: 'added', password: 'generated' },
        ),
      }),
    },
  });
  const file = new File(['username,firstname\nanna.berg,Anna\nx,X\n'], 'people.csv', { type: 'text/csv' });
  await page.getByLabelText('File').upload(file);
  await button('Start the import').click();
  await expect
    .element(page.getByText('The import is complete. Added: 1, existing: 0, refused: 1'))
    .toBeVisible();
  await expect
    .element(page.getByRole('row', { name: /3 x The value of "username" is not allowed/ }))
    .toBeVisible();
  await expect.element(button('Save passwords')).toBeVisible();
});

test('D98 a file without usernames is refused before anything is sent', async () => {
  const { asked } = await open('/admin/import');
  await page.getByLabelText('File').upload(new File(['name\nAnna\n'], 'people.csv', { type: 'text/csv' }));
  await expect.element(page.getByRole('alert').getByText(/not a table/)).toBeVisible();
  expect(asked('importRows')).toEqual([]);
});

test('D98 the calls that go on and the last ones are listed, and read again while the page is seen', async () => {
  const { asked } = await open('/admin/calls', { calls: consoleCalls });
  await expect.element(page.getByRole('heading', { name: 'Running now: 1' })).toBeVisible();
  const last = page.getByRole('list', { name: 'Last calls' });
  await expect.element(last.getByText('12:12')).toBeVisible();
  await expect.element(last.getByText('busy')).toBeVisible();
  await expect.element(last.getByText('removed person')).toBeVisible();
  await expect.poll(() => asked('calls').length, { timeout: 12_000 }).toBeGreaterThan(1);
});

test('D98 an administrator of an organisation does not see calls', async () => {
  const { asked } = await open('/admin/calls', { access: { ...operatorAccess, role: 'administrator' } });
  await expect.element(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Calls' })).not.toBeInTheDocument();
  expect(asked('calls')).toEqual([]);
});

test('D100 the second step is asked for after the password, where the account has one', async () => {
  let isConfirmed = false;
  const { asked } = await open(personPath, {
    answers: {
      confirm: async ({ code }) => {
        isConfirmed = code === '123456';
        if (isConfirmed) return { ok: true, value: undefined };
        const errorCode = code === undefined ? ERROR_CODES.secondFactorNeeded : ERROR_CODES.secondFactorWrong;
        return { ok: false, status: 400, errorCode };
      },
      logOut: async () =>
        isConfirmed
          ? { ok: true, value: undefined }
          : { ok: false, status: 403, errorCode: ERROR_CODES.confirmationNeeded },
    },
  });
  await button('Log out everywhere').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  const code = page.getByLabelText('Code', { exact: true });
  await expect.element(code).not.toBeInTheDocument();
  await page.getByLabelText('Password', { exact: true }).fill('secret1');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard('000000{Enter}');
  await expect.element(code).toHaveAccessibleDescription(/The code is wrong or was used before\./);
  await code.fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The person is logged out everywhere.')).toBeVisible();
  expect(asked('confirm').at(-1)).toEqual([{ password: 'secret1', code: '123456' }]);
});

test('D100 the second step of a person is turned off after a question', async () => {
  const { asked } = await open(personPath, { person: { ...consolePerson, secondFactors: ['app'] } });
  await expect.element(page.getByText('Authenticator app')).toBeVisible();
  await button('Turn off second step').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off second step' }).click();
  await expect.element(page.getByText('Log-in in two steps is off for this person.')).toBeVisible();
  expect(asked('removeSecondFactor')).toEqual([[consolePerson.id]]);
});

test('D100 a role that needs log-in in two steps leads to it', async () => {
  const { visited } = await open('/admin', {
    answers: {
      access: async () => ({ ok: false, status: 403, errorCode: ERROR_CODES.secondFactorRequired }),
    },
  });
  await button('Log-in in two steps').click();
  expect(visited()).toBe('/userinformation/secondStep');
});

test('D107 calls are searched by person, days, outcome and kind, and a search that goes on says how far it came', async () => {
  const { asked } = await open('/admin/calls', {
    answers: {
      calls: async (filter) => ({
        ok: true,
        value:
          filter.search === undefined
            ? consoleCalls
            : {
                running: [],
                runningTotal: 0,
                calls: [],
                next: '7 id',
                searchedTo: Date.UTC(2026, 10, 20, 12),
              },
      }),
    },
  });
  await page.getByLabelText('Outcome').selectOptions('Busy');
  await page.getByLabelText('Kind').selectOptions('Video');
  await page.getByLabelText('From day').fill('2026-11-01');
  await page.getByLabelText('To day').fill('2026-11-30');
  await expect
    .poll(() => asked('calls').at(-1))
    .toEqual([
      { from: '2026-11-01', to: '2026-11-30', search: undefined, outcome: 'busy', kind: 'video' },
      undefined,
    ]);
  await page.getByLabelText('To day').fill('2026-10-30');
  await expect
    .element(page.getByLabelText('To day'))
    .toHaveAccessibleDescription('This day is before the first one.');
  await expect
    .poll(() => asked('calls').at(-1))
    .toMatchObject([{ from: '2026-11-01', to: undefined }, undefined]);
  await page.getByLabelText('Person or address').fill('bo');
  await expect.element(page.getByText(/^Searched back to /)).toBeVisible();
  await button('Search further').click();
  await expect.poll(() => asked('calls').at(-1)).toMatchObject([{ search: 'bo' }, '7 id']);
  await button('Save as table').click();
  await expect.poll(() => asked('exportCalls').at(-1)).toMatchObject([{ search: 'bo', outcome: 'busy' }]);
});

test('D107 the numbers are plots with a table of the same values, for the days that are chosen', async () => {
  const { asked } = await open('/admin/numbers', { numbers: consoleNumbers });
  await expect.element(page.getByRole('img', { name: 'Calls per day by outcome' })).toBeVisible();
  expect(page.getByRole('img').elements()).toHaveLength(5);
  await page.getByText('As a table').first().click();
  const table = page.getByRole('region', { name: 'Calls per day by outcome' }).getByRole('table');
  await expect.element(table.getByRole('columnheader', { name: 'Not answered' })).toBeVisible();
  await expect.element(table.getByRole('row', { name: 'Nov 25, 2026 30 1 5' })).toBeVisible();
  await expect.element(page.getByRole('rowheader', { name: 'Demo county' })).toBeVisible();
  await page.getByLabelText('From day').fill('2026-01-01');
  await page.getByLabelText('To day').fill('2026-11-30');
  await expect.element(page.getByLabelText('To day')).toHaveAccessibleDescription('At most 92 days.');
  await page.getByLabelText('From day').fill('2026-11-01');
  await expect.poll(() => asked('callNumbers').at(-1)).toEqual([{ from: '2026-11-01', to: '2026-11-30' }]);
  expect(asked('callNumbers')).not.toContainEqual([{ from: '2026-01-01', to: '2026-11-30' }]);
});

test('D107 the audit is listed, searched and saved; an administrator sees it, support does not', async () => {
  const { asked } = await open('/admin/audit', {
    access: { ...operatorAccess, role: 'administrator' },
    audit: consoleAudit,
  });
  const entries = page.getByRole('list', { name: 'Audit' });
  await expect.element(entries.getByText('role_changed')).toBeVisible();
  await expect.element(entries.getByText('anna.berg').first()).toBeVisible();
  await expect.element(entries.getByText('By: alice')).toBeVisible();
  await page.getByLabelText('Event').selectOptions('login_refused');
  await page.getByLabelText('Search in the audit').fill('192.0.2.1');
  await expect
    .poll(() => asked('audit').at(-1))
    .toEqual([{ from: undefined, to: undefined, search: '192.0.2.1', event: 'login_refused' }, undefined]);
  await button('Save as table').click();
  await expect.poll(() => asked('exportAudit')).toHaveLength(1);
});

test('D107 support has no audit', async () => {
  const { asked } = await open('/admin/audit', { access: { ...operatorAccess, role: 'support' } });
  await expect.element(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Audit' })).not.toBeInTheDocument();
  expect(asked('audit')).toEqual([]);
});

test('D107 a user without a password confirms a change by a log-in at the provider just before', async () => {
  let isProved = false;
  const needed = { ok: false, status: 403, errorCode: ERROR_CODES.confirmationNeeded } as const;
  const { asked } = await open(personPath, {
    access: { ...operatorAccess, confirmsAt: 'Staff account' },
    answers: {
      confirm: async () =>
        isProved
          ? { ok: true, value: undefined }
          : { ok: false, status: 400, errorCode: ERROR_CODES.signInNeeded },
      logOut: async () => (asked('confirm').length > 1 ? { ok: true, value: undefined } : needed),
      startAtProvider: async () => ({ ok: false, status: 503 }),
    },
  });
  const ask = async () => {
    await button('Log out everywhere').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  };
  await ask();
  const dialog = page.getByRole('dialog', { name: 'Log in once more, please' });
  await dialog.getByRole('button', { name: 'Confirm with Staff account' }).click();
  expect(asked('startAtProvider')).toEqual([[personPath]]);
  await expect.element(dialog.getByText('The server is busy. Try again in a moment.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The user comes back from the provider, and presses the button again.
  isProved = true;
  await ask();
  await expect.element(page.getByText('The person is logged out everywhere.')).toBeVisible();
});

test('D107 settings say where they come from; a change is saved or reset, and a wrong value says what is allowed', async () => {
  const { asked } = await open('/admin/settings', {
    settings: consoleSettings,
    answers: {
      changeSetting: async (_organisation, _key, value) =>
        value === 'x y'
          ? {
              ok: false,
              status: 400,
              errorCode: ERROR_CODES.invalidValue,
              failureText: 'It must be numbers.',
            }
          : { ok: true, value: undefined },
    },
  });
  const list = page.getByRole('list', { name: 'Settings' });
  await expect.element(list.getByText('From the brand')).toBeVisible();
  await button('Change GEO_EMERGENCY_NUMBERS').click();
  const field = page.getByLabelText('GEO_EMERGENCY_NUMBERS');
  await expect.element(field).toHaveFocus();
  await field.fill('x y');
  await button('Save').click();
  await expect.element(field).toHaveAccessibleDescription('It must be numbers.');
  await button('Reset').click();
  await expect.element(page.getByText('GEO_EMERGENCY_NUMBERS is saved.')).toBeVisible();
  await expect.element(button('Change GEO_EMERGENCY_NUMBERS')).toHaveFocus();
  await page.getByLabelText('Organisation').selectOptions('Organisation 2');
  await button('Change FEATURE_HISTORY').click();
  await page.getByLabelText('FEATURE_HISTORY').selectOptions('false');
  await button('Save').click();
  await expect
    .poll(() => asked('changeSetting'))
    .toEqual([
      [1, 'GEO_EMERGENCY_NUMBERS', 'x y'],
      [1, 'GEO_EMERGENCY_NUMBERS', undefined],
      [2, 'FEATURE_HISTORY', 'false'],
    ]);
});
