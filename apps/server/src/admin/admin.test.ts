import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FIELD_NAMES, readKioskToken } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from '../http/testing/requests.ts';
import type { TestApp } from '../http/testing/test-app.ts';
import { createTestApp, openBrand } from '../http/testing/test-app.ts';
import { createOutbox } from '../mail/outbox.ts';
import { fileCommands } from './commands/file-commands.ts';
import { commands } from './commands.ts';
import { EXIT, runAdmin } from './run-admin.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;
let printed: string[];
let complained: string[];

async function start(brand: object = openBrand): Promise<void> {
  bed = await createTestApp({ brand });
  api = requestsTo(bed.app);
}
beforeEach(() => start());
afterEach(() => bed.close());

/** Runs one command line on the data of the test application. */
async function admin(line: string | string[], input = '', databaseUrl?: string): Promise<number> {
  printed = [];
  complained = [];
  const { context, folder } = bed;
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  return runAdmin(
    words,
    { print: (text) => void printed.push(text), complain: (text) => void complained.push(text) },
    {
      dataDir: join(folder, 'data'),
      databaseUrl,
      readInput: () => Promise.resolve(input),
      audit: context.audit,
      open: () =>
        Promise.resolve({
          tools: {
            ...context,
            config: { sipDomain: 'demo.example' },
            outbox: createOutbox(join(folder, 'outbox'), context.now),
            mailContext: { brandName: 'Samtal', publicUrl: 'https://calls.example' },
            readInput: () => Promise.resolve(input),
            print: (text: string) => void printed.push(text),
            warn: (text: string) => void complained.push(text),
          },
          close: () => Promise.resolve(),
        }),
    },
  );
}
const statusOf = async (username: string) =>
  (await bed.repositories.accounts.findByUsername(username))?.status;
const passwordPrinted = () => /Password: (\S+)/.exec(printed.join('\n'))?.[1] ?? '';

test('D24 without a command the tool lists every command with its summary', async () => {
  expect(await admin('')).toBe(EXIT.done);
  for (const name of Object.keys({ ...commands, ...fileCommands }))
    expect(printed.join('\n')).toMatch(new RegExp(`\\n  ${name} .* {2}`));
  expect(await admin('help add')).toBe(EXIT.done);
  expect(printed.join()).toContain('--password-stdin');
});

test('D24 the help of each import names every column of its table', async () => {
  const columns = {
    'import-users': [...FIELD_NAMES, 'language', 'status'],
    'export-users': [...FIELD_NAMES, 'language', 'status'],
    'import-contacts': ['First name', 'Surname', 'SIP address', 'E-mail', 'Address', 'Postcode', 'City'],
    'import-services': ['name', 'sipaddress', 'image'],
    'import-directory': ['name', 'phone', 'type', 'category', 'image', 'featured', 'group', 'organisation'],
  };
  for (const [name, each] of Object.entries(columns)) {
    expect(await admin(`help ${name}`)).toBe(EXIT.done);
    const [, , ...details] = printed.join('\n').split('\n');
    for (const column of each)
      expect([name, details.join('\n')]).toEqual([name, expect.stringContaining(column)]);
  }
});

test.each([
  ['frobnicate', 'There is no command "frobnicate"'],
  ['__proto__', 'There is no command'],
  ['add', '<username> is missing'],
  ['add bo.ek --colour red', 'There is no option --colour'],
  ['add bo.ek --email', '--email needs a value: address.'],
  ['add bo.ek --email --firstname Bo', '--email needs a value: address.'],
  ['add bo.ek --firstname -Bo', 'is written --firstname=-Bo'],
  ['add bo.ek --__proto__ x', 'There is no option --__proto__'],
  ['add bo.ek --constructor=x', 'There is no option --constructor.'],
  ['list -s active', 'There is no option -s.'],
  ['kiosk-link echo --plain=yes', '--plain takes no value'],
  ['disable alice bobby', '"bobby" is one word too many'],
])('D24 "%s" is a usage error and exits with code 2', async (line, problem) => {
  expect(await admin(line)).toBe(EXIT.misused);
  expect(complained.join()).toContain(problem);
  expect(complained.join()).toContain('\nnpm run admin -- ');
});

test('D96 the tool shows the deletions that users have asked for, and cancels one', async () => {
  const { context, repositories, mails, events } = bed;
  const alice = (await repositories.accounts.findByUsername('alice')) ?? expect.fail();
  await repositories.accounts.setProperty(alice.id, { key: 'EMAIL', value: 'alice@mail.example' });
  const dueAt = context.now() + 14 * 24 * 3_600_000;
  await context.accountService.askDeletion(alice, dueAt);
  expect(await admin('list-deletions')).toBe(EXIT.done);
  expect(printed).toHaveLength(2);
  expect(printed[1]).toMatch(/^alice +\S+Z +\S+Z$/);
  expect(printed[1]).toContain(new Date(dueAt).toISOString());
  expect(await admin('cancel-deletion bobby')).toBe(EXIT.refused);
  expect(complained.join()).toContain('has not asked for its deletion');
  expect(await admin('cancel-deletion alice')).toBe(EXIT.done);
  expect(await statusOf('alice')).toBe('active');
  expect(mails.at(-1)?.subject).toContain('stays');
  expect(events).toContainEqual({ event: 'deletion_cancelled', account: 'alice', detail: 'operator' });
  expect(await admin('list-deletions')).toBe(EXIT.done);
  expect(printed).toHaveLength(1);
});

test.each(['disable', 'enable'])(
  'D96 "%s" cancels the deletion that the user has asked for, and says so',
  async (command) => {
    const { context, repositories } = bed;
    const alice = (await repositories.accounts.findByUsername('alice')) ?? expect.fail();
    await context.accountService.askDeletion(alice, context.now() + 1000);
    expect(await admin(`${command} alice`)).toBe(EXIT.done);
    expect(printed.join()).toContain('Its user has asked for the deletion of alice; that is cancelled.');
    expect(await repositories.deletions.list()).toEqual([]);
    expect(await statusOf('alice')).toBe(command === 'enable' ? 'active' : 'disabled');
  },
);

test.each([
  ['disable nobody', 'There is no account "nobody"'],
  ['disable -- --nobody', 'There is no account "--nobody"'],
  ['approve alice', 'does not wait for approval'],
  ['remove alice', 'Add --yes'],
  ['add bob', '"bob" is not allowed as a username: it must match ^[a-z0-9.-]{5,100}$'],
  ['add bo.ek --email bo', 'The value of "email" is not allowed'],
  ['add alice', 'This username is taken'],
  ['add bo.ek --organisation one', 'not the number of an organisation'],
  ['add bo.ek --language xx', 'There is no language "xx". Languages are en, sv, da, '],
  ['add bo.ek --language deutsch', 'There is no language "deutsch"'],
  ['list --status sleeping', '--status must be one of'],
  ['organisation 1 NONSENSE=1', 'There is no setting "NONSENSE". Settings are WEB_REGISTRATION_FIELDS, '],
  ['settings alice NONSENSE=1', 'There is no setting "NONSENSE". Settings are GEO_EMERGENCY_NUMBERS, '],
  ['organisation 1 WEB_ACTIVATE_IU_BY_ADM=yes', 'WEB_ACTIVATE_IU_BY_ADM must be true or false'],
  ['organisation 1 WEB_REQUIRED_FIELDS=shoesize', 'WEB_REQUIRED_FIELDS must be names of fields'],
  ['organisation 1 FEATURE_HISTORYY=1', 'There is no setting "FEATURE_HISTORYY"'],
  ['organisation 1 FEATURE_history=1', 'There is no setting "FEATURE_history"'],
  ['organisation 1 FEATURE_MESSAGES=on', 'FEATURE_MESSAGES must be true, false or the numbers'],
  ['settings alice GEO_UPDATE_LIMIT=far', 'GEO_UPDATE_LIMIT must be a whole number'],
  ['settings alice GEO_SEND_ON_EMERGENCY_CALL=1', 'GEO_SEND_ON_EMERGENCY_CALL must be true or false'],
  ['settings alice GEO', 'not of the form KEY=VALUE'],
  ['kiosk-link echo --username nobody', 'There is no account "nobody"'],
  ['kiosk-link echo --days soon', '--days must be a whole number from 1 to 3650.'],
  ['kiosk-link echo --days 0.5', '--days must be a whole number from 1 to 3650.'],
  ['kiosk-link echo --days 1.5', '--days must be a whole number from 1 to 3650.'],
  ['kiosk-link echo --days 1e2', '--days must be a whole number from 1 to 3650.'],
  ['kiosk-link echo --days 0', '--days must be a whole number from 1 to 3650.'],
  ['kiosk-link echo --days 3651', '--days must be a whole number from 1 to 3650.'],
  ['add-sip-device alice -', 'The name of a device is up to 40'],
  ['remove-sip-device alice desk', 'has no device "desk"'],
])('D24 "%s" is refused with code 1 and a line that says what to do', async (line, problem) => {
  expect(await admin(line)).toBe(EXIT.refused);
  expect(complained.join()).toContain(problem);
});

test('A-112 kiosk-link warns beside its output of an address that is unknown here, and help names its lifetime', async () => {
  expect(await admin('kiosk-link alise')).toBe(EXIT.done);
  expect(complained).toEqual([
    'Warning: alise@demo.example is no account and no service of this server. The link calls it all the same.',
  ]);
  expect(printed).toEqual([expect.stringContaining('/oneclickcall?token=')]);
  for (const known of ['alice', 'echo', 'help@demo.example']) {
    await bed.repositories.contacts.replaceServices(undefined, [
      { fname: 'Help', imageUrl: '', sipaddress: 'help' },
    ]);
    await admin(`kiosk-link ${known}`);
    expect([known, complained]).toEqual([known, []]);
  }
  await admin('help kiosk-link');
  expect(printed.join()).toContain('365 days');
});

test('A-112 kiosk-link says what to do where the brand has no one-click calls', async () => {
  await bed.close();
  await start({ ...openBrand, kiosk: { enabled: false } });
  expect(await admin('kiosk-link alice')).toBe(EXIT.refused);
  expect(complained.join()).toBe(
    'One-click calls are off. Set "kiosk": {"enabled": true} in brand.json, and restart the server.',
  );
});

test.each(['a"b', 'bo@calls@example', '<bo>', ''])(
  'A-112 kiosk-link makes no link to %j, which cannot be called',
  async (to) => {
    const tools = ['kiosk-link', to];
    expect(await admin(tools)).toBe(EXIT.refused);
    expect([complained.join(), printed]).toEqual([
      `"${to}" cannot be called: a link leads to a number, a name or an address such as bo@demo.example.`,
      [],
    ]);
  },
);

test.each(['organisation 1', 'settings alice'])(
  'A-068 "%s" warns of an address for test calls that is unknown here',
  async (command) => {
    expect(await admin(`${command} GEO_EMERGENCY_TEST_NUMBER=eco`)).toBe(EXIT.done);
    expect(complained).toEqual([
      'Warning: eco@demo.example is no account and no service of this server. Test calls go there all the same.',
    ]);
    for (const value of ['echo', 'alice', '']) {
      await admin(`${command} GEO_EMERGENCY_TEST_NUMBER=${value}`);
      expect([value, complained]).toEqual([value, []]);
    }
  },
);

test('D24 the help of import-users names what decides how long a password may be', async () => {
  await admin('help import-users');
  expect(printed.join()).toContain('at most "registration.passwordMaxLength" of the brand');
});

test('D24 help of backup names the files that belong to a backup', async () => {
  await admin('help backup');
  expect(printed.join()).toContain('kiosk.key, device.key, second-factor.key and vapid.key');
});

test('D24 add creates an active account and prints its new password once', async () => {
  expect(await admin('add bo.ek --firstname Bo --lastname Ek --organisation 2')).toBe(EXIT.done);
  expect(printed[0]).toBe('Added bo.ek (bo.ek@demo.example).');
  expect((await api.logIn('bo.ek', passwordPrinted())).statusCode).toBe(200);
});

test('D24 a value is the next word or comes after "=", may be empty, and the last one of several counts', async () => {
  const line = 'add --firstname=-Bo --lastname Lo bo.ek --lastname=E=k --email=';
  expect(await admin(line)).toBe(EXIT.done);
  expect((await bed.repositories.accounts.findByUsername('bo.ek'))?.properties).toEqual([
    { key: 'FORENAME', value: '-Bo' },
    { key: 'SURNAME', value: 'E=k' },
  ]);
});

test('D114 a password that breaks the rules of the brand is answered with these rules; one that the tool makes is accepted', async () => {
  await bed.close();
  const registration = { ...openBrand.registration, passwordMaxLength: 64, passwordRegex: '^.{14,64}$' };
  await start({ ...openBrand, registration });
  const rule =
    'it must have 6 to 64 characters and match ^.{14,64}$ (registration.passwordRegex of brand.json)';
  for (const line of ['add bo.ek --password-stdin', 'reset-password alice --password-stdin']) {
    expect(await admin(line, 'tooShort1')).toBe(EXIT.refused);
    expect(complained.join()).toContain(rule);
  }
  expect(await admin('add bo.ek')).toBe(EXIT.done);
  expect((await api.logIn('bo.ek', passwordPrinted())).statusCode).toBe(200);
  expect(await admin('import-users', 'username\nlo.ek\n')).toBe(EXIT.done);
  expect(printed.at(-1)).toMatch(/^lo\.ek,\w{12}$/);
  expect(await admin('import-users', 'username,password\nki.ek,tooShort1\n')).toBe(EXIT.refused);
  expect(complained.join()).toContain(rule);
});

test('D24 a chosen password is read from standard input and must follow the rules', async () => {
  expect(await admin('add bo.ek --password-stdin', 'secret7\n')).toBe(EXIT.done);
  expect(printed.join()).not.toContain('secret7');
  expect((await api.logIn('bo.ek', 'secret7')).statusCode).toBe(200);
  expect(await admin('reset-password bo.ek --password-stdin', 'abc\n')).toBe(EXIT.refused);
  expect(await admin('import-users', 'username,password\neva.ek,abc')).toBe(EXIT.refused);
  expect(complained.at(-1)).toContain('Row 1 (eva.ek): The password is not allowed: it must have 6 to 20');
});

test('A-020 SIGNUP-33 approve activates an account with a verified address and notifies its user', async () => {
  const person = { username: 'bo.ek', email1: 'bo@mail.example', password: 'secret7', orgID: '2' };
  await api.post('signUp/create', person);
  expect(await admin('approve bo.ek')).toBe(EXIT.refused);
  expect(complained.join()).toContain('has not verified');
  const [, path = ''] = /registration\/(verify\/\S+)/.exec(bed.mails[0]?.text ?? '') ?? [];
  await api.post(`signUp/${path}`, {});
  expect(await admin('list --status awaitingApproval')).toBe(EXIT.done);
  expect(printed.join('\n')).toContain('bo.ek');
  expect(await admin('approve bo.ek')).toBe(EXIT.done);
  expect((await api.logIn('bo.ek', 'secret7')).statusCode).toBe(200);
  expect(bed.mails.at(-1)?.subject).toContain('approved');
});

test('D8 D48 disable: no login, no SIP secret, no connections; enable allows login again, and the old secret stays invalid', async () => {
  const before = (await api.logIn('alice')).json();
  expect(await admin('disable alice')).toBe(EXIT.done);
  expect((await api.logIn('alice')).json()).toEqual({ errorCode: 1006 });
  expect((await api.get('user/getProperties', { securityToken: before.securityToken })).statusCode).toBe(403);
  expect(await bed.repositories.revocations.take()).toEqual([{ username: 'alice' }]);
  expect(await admin('enable alice')).toBe(EXIT.done);
  await admin('export-sip-secrets');
  expect(printed.join('\n')).not.toContain(before.sipPassword);
  expect((await api.logIn('alice')).json().sipPassword).not.toBe(before.sipPassword);
});

test('D24 reset-password ends every session; remove deletes all data', async () => {
  const securityToken = await api.tokenOf('alice');
  expect(await admin('reset-password alice')).toBe(EXIT.done);
  expect((await api.get('user/getProperties', { securityToken })).statusCode).toBe(401);
  expect((await api.logIn('alice', passwordPrinted())).statusCode).toBe(200);
  expect(await admin('remove alice --yes')).toBe(EXIT.done);
  expect(await statusOf('alice')).toBeUndefined();
  expect((await api.logIn('alice', passwordPrinted())).json()).toEqual({ errorCode: 1001 });
});

test('A-112 KIOSK-05 KIOSK-06 kiosk-link creates both kinds of links, and both log in', async () => {
  const tokenIn = () => new URL(printed[0] ?? '').searchParams.get('token') ?? '';
  expect(await admin('kiosk-link echo --username bobby --ivr 1,2 --ref desk-7')).toBe(EXIT.done);
  expect(printed[0]).toMatch(/^https:\/\/calls\.example\/oneclickcall\?token=/);
  expect(readKioskToken(tokenIn())).toMatchObject({
    isSigned: true,
    call: { to: 'echo@demo.example', username: 'bobby', ivr: '1,2', ref: 'desk-7' },
  });
  expect((await api.enter(tokenIn())).statusCode).toBe(200);
  expect(await admin('kiosk-link echo --username bobby --plain --password-stdin', 'demo1234')).toBe(
    EXIT.done,
  );
  expect(readKioskToken(tokenIn())).toMatchObject({ isSigned: false, call: { username: 'bobby' } });
  expect((await api.enter(tokenIn())).statusCode).toBe(200);
  await bed.close();
  await start({});
  expect(await admin('kiosk-link echo')).toBe(EXIT.refused);
  expect(complained.join()).toContain('brand.json');
});

test('D24 organisation and settings change what users get, and can be reset', async () => {
  expect(await admin('organisation 1 WEB_ACTIVATE_IU_BY_ADM=true FEATURE_MESSAGES=true')).toBe(EXIT.done);
  expect(printed).toContain('FEATURE_MESSAGES=true');
  expect(await admin('organisation 1 FEATURE_MESSAGES=')).toBe(EXIT.done);
  expect(printed).not.toContain('FEATURE_MESSAGES=true');
  expect(await admin('settings alice GEO_UPDATE_LIMIT=25')).toBe(EXIT.done);
  const securityToken = await api.tokenOf('alice');
  expect((await api.get('user/getSystemSettingsForUser', { securityToken })).json()).toContainEqual({
    key: 'GEO_UPDATE_LIMIT',
    value: '25',
  });
});

test('D24 organisation says so where nothing is set', async () => {
  expect(await admin('organisation 7')).toBe(EXIT.done);
  expect(printed).toEqual([
    'Organisation 7 has no settings of its own: those of the brand and of the program count.',
  ]);
});

test.each(['90d', '-1', '1.5', 'for ever'])(
  'D14 a retention of "%s" is refused, because it would mean no limit',
  async (days) => {
    expect(await admin('organisation 1 HISTORY_RETENTION_DAYS=90')).toBe(EXIT.done);
    expect(await admin(`organisation 1 HISTORY_RETENTION_DAYS=${days}`)).toBe(EXIT.refused);
    expect(await bed.repositories.organisations.list(1)).toContainEqual({
      key: 'HISTORY_RETENTION_DAYS',
      value: '90',
    });
  },
);

test('A-010 without its own setting a user has the setting of the organisation again', async () => {
  const securityToken = await api.tokenOf('alice');
  const sends = async () => {
    const all: { key: string; value: string }[] = (
      await api.get('user/getSystemSettingsForUser', { securityToken })
    ).json();
    return all.find(({ key }) => key === 'GEO_SEND_ON_EMERGENCY_CALL')?.value;
  };
  await admin('organisation 1 GEO_SEND_ON_EMERGENCY_CALL=true');
  await admin('settings alice GEO_SEND_ON_EMERGENCY_CALL=false');
  expect(await sends()).toBe('false');
  expect(await admin('settings alice GEO_SEND_ON_EMERGENCY_CALL=')).toBe(EXIT.done);
  expect(printed).toEqual(['alice has no settings of their own: those of organisation 1 count.']);
  expect(await sends()).toBe('true');
  expect(bed.events.filter(({ event }) => event === 'setting_changed')).toEqual([
    { event: 'setting_changed', detail: 'organisation 1: GEO_SEND_ON_EMERGENCY_CALL=true' },
    { event: 'setting_changed', account: 'alice', detail: 'GEO_SEND_ON_EMERGENCY_CALL=false' },
    { event: 'setting_changed', account: 'alice', detail: 'GEO_SEND_ON_EMERGENCY_CALL=' },
  ]);
});

test('D25 outbox shows the recipient of a waiting mail, and no key', async () => {
  await createOutbox(join(bed.folder, 'outbox'), () => 1_700_000_000_000).keep({
    to: 'asa@mail.example',
    subject: 'Hej',
    text: 'key/1',
  });
  expect(await admin('outbox')).toBe(EXIT.done);
  expect(printed).toEqual([
    'WRITTEN                   TO                SUBJECT',
    '2023-11-14T22:13:20.000Z  asa@mail.example  Hej',
  ]);
});

test('D24 exported accounts can be imported elsewhere; passwords are generated and printed, none is exported', async () => {
  await admin('add bo.ek --firstname Bo,"Junior --city');
  const alice = await bed.repositories.accounts.findByUsername('alice');
  await bed.repositories.accounts.setProperty(alice?.id ?? '', { key: 'CITY', value: 'Åby, "norr"' });
  await bed.repositories.accounts.setProperty(alice?.id ?? '', { key: 'ADDRESS', value: '=HYPERLINK("x")' });
  expect(await admin('export-users')).toBe(EXIT.done);
  const csv = printed.join('\n');
  expect(csv).toContain('"Åby, ""norr"""');
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  expect(csv).not.toMatch(/#demo1234|echo@/);

  for (const name of ['alice', 'bobby', 'carol']) await admin(`remove ${name} --yes`);
  const exit = await admin('import-users', csv.replaceAll(/'=HYPERLINK\(""x""\)/g, ''));
  // David still exists, the other accounts are new.
  expect(exit).toBe(EXIT.refused);
  expect(complained.join('\n').split('\n')).toEqual([
    'Rows whose username exists already, which have changed nothing: 1. --show-existing names them.',
    '1 of 4 rows were left out.',
  ]);
  expect(printed.slice(1).map((line) => line.split(',')[0])).toEqual(['alice', 'bobby', 'carol']);
  const [, password = ''] = printed[1]?.split(',') ?? [];
  expect((await api.logIn('alice', password)).statusCode).toBe(200);
});

test('D24 an import keeps the status of each account, and refuses a row with another one', async () => {
  const table =
    'username,status\nann.ek,active\nbo.ek,disabled\neva.ek,unverified\nkim.ek,awaitingApproval\nliv.ek,\nper.ek,asleep';
  expect(await admin('import-users', table)).toBe(EXIT.refused);
  expect(complained.join()).toContain('Row 6 (per.ek): "asleep" is no status');
  const statuses = await Promise.all(
    ['ann.ek', 'bo.ek', 'eva.ek', 'kim.ek', 'liv.ek', 'per.ek'].map(statusOf),
  );
  expect(statuses).toEqual(['active', 'disabled', 'unverified', 'awaitingApproval', 'active', undefined]);
});

test('D24 an import refuses a row that its commas or quotes have moved, and adds the others', async () => {
  const table = [
    'username,firstname,address,city',
    'comma.one,Anna,Street 1, Flat 2,Lund',
    'quote.one,"Anna,Street 1,Lund',
    'sound.one,Anna,"Street 1, Flat 2",Lund,,',
  ].join('\n');
  expect(await admin('import-users', table)).toBe(EXIT.refused);
  expect(complained.join('\n').split('\n')).toEqual([
    'Row 1 (comma.one): it has 5 cells, the headings have 4. A cell with a comma needs quotes.',
    'Row 2 (quote.one): it has a quote that is not closed.',
    '2 of 3 rows were left out.',
  ]);
  expect(await statusOf('sound.one')).toBe('active');
});

test('D24 an import that is repeated counts the rows that exist in one line, which hides no other row; a flag names them', async () => {
  const names = Array.from(
    { length: 30 },
    (_, index) => `old.${String.fromCharCode(97 + (index % 26))}${index}`,
  );
  const table = ['username', ...names].join('\n');
  expect(await admin('import-users', table)).toBe(EXIT.done);
  const again = `${table}\nnot allowed\nnew.one`;
  expect(await admin('import-users', again)).toBe(EXIT.refused);
  expect(complained.join('\n').split('\n')).toEqual([
    expect.stringContaining('Row 31 (not allowed): "not allowed" is not allowed as a username'),
    'Rows whose username exists already, which have changed nothing: 30. --show-existing names them.',
    '31 of 32 rows were left out.',
  ]);
  expect(printed).toEqual(['username,password', expect.stringMatching(/^new\.one,.+$/)]);
  expect(await admin('import-users --show-existing', table)).toBe(EXIT.refused);
  expect(complained.join('\n').split('\n')).toEqual([
    ...names.map((name, index) => `Row ${index + 1} (${name}): This username is taken already.`),
    '30 of 30 rows were left out.',
  ]);
});

test('D24 the status of every account is the same after export and import', async () => {
  await admin('disable bobby');
  await admin('export-users');
  const csv = printed.join('\n');
  for (const name of ['alice', 'bobby', 'carol', 'david']) await admin(`remove ${name} --yes`);
  expect(await admin('import-users', csv)).toBe(EXIT.done);
  expect([await statusOf('alice'), await statusOf('bobby')]).toEqual(['active', 'disabled']);
});

test('D24 the language of mails is the same after export and import', async () => {
  await admin('add bo.ek --language sv-FI');
  await admin('export-users');
  const csv = printed.join('\n');
  await admin('remove bo.ek --yes');
  await admin('import-users', csv);
  expect((await bed.repositories.accounts.findByUsername('bo.ek'))?.language).toBe('sv');
});

test('D24 a table without or with unknown columns is refused as a whole', async () => {
  expect(await admin('import-users', 'name\nBo')).toBe(EXIT.refused);
  expect(complained.join()).toContain('"username"');
  expect(await admin('import-users', 'username,shoesize\nbo.ek,42')).toBe(EXIT.refused);
  expect(complained.join()).toContain(
    'The column "shoesize" is not known, so nothing was imported. Columns are: ',
  );
  expect(await admin('import-users', 'username,username\nbo.ek,bo.ek')).toBe(EXIT.refused);
  expect(complained.join()).toContain('There is more than one column "username"');
  expect(await statusOf('bo.ek')).toBeUndefined();
});

test('D24 backup copies the database while it is in use, for its owner only, and overwrites no file', async () => {
  const file = join(bed.folder, 'copy.db');
  expect(await admin(`backup ${file}`)).toBe(EXIT.done);
  expect(existsSync(file)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(file, { readOnly: true });
  expect(copy.prepare("SELECT count(*) AS n FROM account WHERE username = 'alice'").get()).toEqual({ n: 1 });
  copy.close();
  const noted = bed.events.length;
  expect(bed.events.at(-1)).toEqual({ event: 'database_backed_up', detail: file });
  expect(await admin(`backup ${file}`)).toBe(EXIT.refused);
  expect(complained.join()).toContain('exists already');
  expect(await admin('backup /nowhere/at/all.db')).toBe(EXIT.refused);
  // A backup that was not made is no event.
  expect(bed.events).toHaveLength(noted);
});

test('D112 end-links ends every signed link while the server runs; restore says that links came back', async () => {
  const linkOf = async (line: string): Promise<string> => {
    expect(await admin(line)).toBe(EXIT.done);
    return new URL(printed[0] ?? '').searchParams.get('token') ?? '';
  };
  const enter = async (token: string) => (await api.enter(token)).statusCode;
  const [signed, ofPerson] = [
    await linkOf('kiosk-link echo'),
    await linkOf('kiosk-link echo --username bobby'),
  ];
  const unlisted = await bed.context.kioskTokens.mint({ to: 'echo' }, 60_000);
  const file = join(bed.folder, 'copy.db');
  await admin(`backup ${file}`);
  expect(await admin('end-links')).toBe(EXIT.done);
  expect(printed).toEqual(['Every signed one-click link has ended; 2 of them were listed.']);
  expect(bed.events.at(-1)).toEqual({ event: 'kiosk_links_ended', detail: 'links: 2' });
  for (const token of [signed, ofPerson, unlisted]) expect(await enter(token)).toBe(400);
  expect(await enter(await linkOf('kiosk-link echo'))).toBe(200);
  printed = [];
  const lines = { print: (line: string) => void printed.push(line), complain: () => expect.fail() };
  await runAdmin(['restore', file], lines, {
    dataDir: join(bed.folder, 'restored'),
    databaseUrl: undefined,
    readInput: () => expect.fail(),
    audit: bed.context.audit,
    open: () => expect.fail(),
  });
  expect(bed.events.at(-1)).toEqual({ event: 'database_restored', detail: file });
  for (const name of ['second-factor.key', 'kiosk.key', 'device.key', 'vapid.key'])
    expect(printed.join()).toContain(`${name} is not in ${join(bed.folder, 'restored')}. Put the one of`);
  expect(printed.join()).toContain('or one-click links that were made before do not work.');
  expect(printed.join()).toContain('or no browser is known until its user has logged in there again');
  expect(printed.join()).toMatch(
    /2 one-click links that have not expired, also those .* npm run admin -- end-links$/,
  );
});

test('D24 restore is refused while the server runs, and for a missing file', async () => {
  const file = join(bed.folder, 'copy.db');
  await admin(`backup ${file}`);
  const noted = bed.events.length;
  expect(await admin(`restore ${file}`)).toBe(EXIT.refused);
  expect(complained).toEqual(['The database is in use: stop the server first.']);
  expect(bed.events).toHaveLength(noted);
  expect(await admin('restore /nowhere/at/all.db')).toBe(EXIT.refused);
  expect(complained).toEqual(['There is no file /nowhere/at/all.db.']);
});

test.each([
  ['backup out.dump', 'umask 077; pg_dump --format=custom --no-owner --file=out.dump "$DATABASE_URL"'],
  ['restore out.dump', '--dbname="$DATABASE_URL" out.dump'],
])('D24 %s refers to the tools of PostgreSQL', async (line, advice) => {
  expect(await admin(line, '', 'postgres://samtal:s3cr3t@db.example/samtal')).toBe(EXIT.refused);
  expect(complained.join()).toContain(advice);
  expect(complained.join()).toContain('"Backups and new versions" of docs/operating.md');
  expect(complained.join()).not.toContain('s3cr3t');
  expect(existsSync('out.dump')).toBe(false);
});

test('D24 D48 a device of a user gets its own secret, is listed, and ends when it is removed', async () => {
  expect(await admin('add-sip-device alice desk')).toBe(EXIT.done);
  expect(printed.slice(0, 2)).toEqual(['SIP address: alice@demo.example', 'Username: alice']);
  const secret = /^Secret: ([\w-]{22})$/.exec(printed[2] ?? '')?.[1] ?? expect.fail('no secret');
  expect(await admin('list-sip-devices')).toBe(EXIT.done);
  expect(printed).toEqual(['USERNAME  DEVICE  LAST USE', 'alice     desk    never']);
  await admin('export-sip-secrets');
  expect(printed).toContain(`alice,demo.example,${secret}`);
  expect(await admin('add-sip-device alice desk')).toBe(EXIT.refused);
  expect(await admin('remove-sip-device alice desk')).toBe(EXIT.done);
  expect(await bed.repositories.revocations.take()).toHaveLength(1);
  await admin('export-sip-secrets');
  expect(printed.join('\n')).not.toContain(secret);
  expect(await admin('list-sip-devices alice')).toBe(EXIT.done);
  expect(printed).toEqual(['USERNAME  DEVICE  LAST USE']);
  const told = bed.events.filter(({ event }) => event.startsWith('sip_device'));
  expect(told.map(({ event, account, detail }) => [event, account, detail])).toEqual([
    ['sip_device_added', 'alice', 'desk'],
    ['sip_device_removed', 'alice', 'desk'],
  ]);
});

test.each(['reset-password alice', 'disable alice', 'remove alice --yes'])(
  'D48 "%s" ends the devices of the account, too',
  async (line) => {
    await admin('add-sip-device alice desk');
    expect(await admin(line)).toBe(EXIT.done);
    await admin('list-sip-devices');
    expect(printed).toHaveLength(1);
    await admin('export-sip-secrets');
    expect(printed.join('\n')).not.toContain('alice,');
  },
);

test('D24 D48 a user has ten devices at most', async () => {
  for (let number = 1; number <= 10; number += 1)
    expect(await admin(`add-sip-device alice desk${number}`)).toBe(EXIT.done);
  expect(await admin('add-sip-device alice desk11')).toBe(EXIT.refused);
  expect(complained.join()).toContain('has 10 devices already');
});

test('D24 D48 export-sip-secrets prints every valid secret for a SIP server that reads files', async () => {
  const secrets: string[] = [];
  for (const login of [await api.logIn('alice'), await api.logIn('alice')])
    secrets.push(login.json().sipPassword);
  expect(await admin('export-sip-secrets')).toBe(EXIT.done);
  for (const secret of secrets) expect(printed).toContain(`alice,demo.example,${secret}`);
  await admin('disable alice');
  await admin('export-sip-secrets');
  expect(printed.join('\n')).not.toContain('alice');
});

test('D24 add accepts the name of a service, and no name that the brand or the server uses', async () => {
  const services = [{ fname: 'Relay', imageUrl: '', sipaddress: 'relay@demo.example' }];
  await bed.repositories.contacts.replaceServices(undefined, services);
  expect(await admin('add relay')).toBe(EXIT.done);
  for (const name of ['anonymous', 'mailbox']) {
    expect(await admin(`add ${name}`)).toBe(EXIT.refused);
    expect(complained.join('\n')).toContain(`a service uses the name "${name}"`);
  }
});

test('A-032 D24 reset-password invalidates a reset link that was sent before', async () => {
  await api.get('user/requestResetPassword', { username: 'alice' });
  const link = new URL(/https:\S+/.exec(bed.mails.at(-1)?.text ?? '')?.[0] ?? '');
  const { key = '', uid = '' } = Object.fromEntries(link.searchParams);
  expect(await admin('reset-password alice')).toBe(EXIT.done);
  expect((await api.get('user/setNewPassword', { key, uid, password: 'stolen99' })).statusCode).toBe(404);
  expect((await api.logIn('alice', passwordPrinted())).statusCode).toBe(200);
});

test('D99 the tool shows by whom at a provider an account is used, and disconnects it', async () => {
  const { accounts, identities, sessions } = bed.repositories;
  const accountId = (await accounts.findByUsername('alice'))?.id ?? '';
  const identity = { issuer: 'https://login.example', subject: 'p-1' };
  await identities.connect({ ...identity, accountId, connectedAt: 0 });
  await sessions.add({ tokenHash: 'hash', accountId, lastUsedAt: 1 }, 10);
  await accounts.changeRole(accountId, 'operator', 'provider');
  expect(await admin('list-identities alice')).toBe(EXIT.done);
  expect(printed[1]).toMatch(/^https:\/\/login\.example +p-1 +1970-01-01T00:00:00\.000Z$/);
  expect(await admin('disconnect-identity alice')).toBe(EXIT.done);
  expect([await identities.find(identity), await sessions.find('hash')]).toEqual([undefined, undefined]);
  // The provider could not take the role away any more (D107).
  expect((await accounts.findById(accountId))?.role).toBeUndefined();
  expect(bed.events).toContainEqual({ event: 'identity_disconnected', account: 'alice', detail: 'operator' });
  expect(await admin('disconnect-identity alice')).toBe(EXIT.refused);
});

test('D98 "role" gives a person a role and takes it away; "list-roles" shows who has one', async () => {
  const { repositories, events } = bed;
  const roleOf = async (username: string) => (await repositories.accounts.findByUsername(username))?.role;
  expect(await admin('list-roles')).toBe(EXIT.done);
  expect(printed).toHaveLength(1);
  const accountId = (await repositories.accounts.findByUsername('alice'))?.id ?? '';
  const link = { keyHash: 'link', accountId, purpose: 'reset', expiresAt: Number.MAX_SAFE_INTEGER } as const;
  await repositories.oneTimeKeys.add(link);
  expect(await admin('role alice operator')).toBe(EXIT.done);
  // Others may have a link that was made before.
  expect(await repositories.oneTimeKeys.find('link')).toBeUndefined();
  expect(await roleOf('alice')).toBe('operator');
  expect(events).toContainEqual({ event: 'role_changed', account: 'alice', detail: 'operator' });
  expect(await admin('list-roles')).toBe(EXIT.done);
  expect(printed[1]).toMatch(/^alice +operator +1 +active +no +never$/);
  expect(await admin('role alice root')).toBe(EXIT.refused);
  expect(complained.join()).toContain('operator, administrator, support, none');
  expect(await admin('role nobody operator')).toBe(EXIT.refused);
  expect(await admin('role alice none')).toBe(EXIT.done);
  expect(await roleOf('alice')).toBeUndefined();
});

test('D112 kiosk-link makes no link that cannot log in: for a role, or for log-in in two steps', async () => {
  const { secondFactors, accounts } = bed.repositories;
  const id = (await accounts.findByUsername('alice'))?.id ?? expect.fail();
  const app = { sealedSecret: 's', step: 1, addedAt: 1 };
  await secondFactors.setApp(id, app, { hashes: ['h'], hasStep: false });
  await admin('role bobby support');
  for (const [username, reason] of [
    ['bobby', 'has a role'],
    ['alice', 'in two steps'],
  ])
    for (const kind of ['', ' --plain']) {
      expect(await admin(`kiosk-link echo --username ${username}${kind}`)).toBe(EXIT.refused);
      expect([complained.join(), printed]).toEqual([expect.stringContaining(reason ?? ''), []]);
    }
});

test('D98 D100 list-roles shows who logs in in two steps and the last log-in; log-out ends every session', async () => {
  const { secondFactors, accounts } = bed.repositories;
  const securityToken = await api.tokenOf('alice');
  const id = (await accounts.findByUsername('alice'))?.id ?? expect.fail();
  await secondFactors.setApp(
    id,
    { sealedSecret: 's', step: 1, addedAt: 1 },
    { hashes: ['h'], hasStep: false },
  );
  await admin('role alice operator');
  await admin('list-roles');
  expect(printed[1]).toMatch(/^alice +operator +1 +active +yes +\d{4}-\d\d-\d\dT\S+Z$/);
  await admin('list');
  expect(printed.find((line) => line.startsWith('alice'))).toMatch(/ \d{4}-\d\d-\d\dT\S+Z$/);
  expect(await admin('log-out alice')).toBe(EXIT.done);
  expect((await api.get('user/getProperties', { securityToken })).statusCode).toBe(401);
  expect(bed.events).toContainEqual({ event: 'logged_out_everywhere', account: 'alice' });
});

test('D98 log-out --all ends the sessions of every account and caller, and asks before', async () => {
  const tokens = [await api.tokenOf('alice'), await api.tokenOf('bobby'), await api.tokenOf('anonymous', '')];
  const states = () =>
    Promise.all(
      tokens.map(
        async (securityToken) => (await api.get('user/getProperties', { securityToken })).statusCode,
      ),
    );
  expect(await admin('log-out --all')).toBe(EXIT.refused);
  expect(complained.join()).toBe('All calls would end, emergency calls too. Add --yes.');
  expect(await states()).toEqual([200, 200, 200]);
  expect(await admin('log-out --all --yes')).toBe(EXIT.done);
  expect(printed.join()).toMatch(
    /^\d+ accounts are logged out everywhere, callers without an account too\.$/,
  );
  expect(await states()).toEqual([401, 401, 401]);
  const taken = await bed.repositories.revocations.take();
  for (const username of ['alice', 'bobby']) {
    expect(taken).toContainEqual({ username });
    expect(bed.events).toContainEqual({ event: 'logged_out_everywhere', account: username });
  }
  // The server agents answer calls as before.
  expect(taken).not.toContainEqual({ username: 'echo' });
});

test.each([
  ['log-out', '<username> or --all is missing.'],
  ['log-out alice --all --yes', 'Give <username> or --all, not both.'],
])('D98 "%s" logs out no account', async (line, problem) => {
  expect(await admin(line)).toBe(EXIT.refused);
  expect(complained.join()).toBe(problem);
});

test('D107 what the tool replaces or hands out as a table is in the audit', async () => {
  await admin('import-services', 'name,sipaddress\nDesk,desk\n');
  await admin('import-directory', 'name\nTaxi\n');
  await admin('import-contacts alice', 'sip\nx@b.example\n');
  for (const command of ['export-directory', 'export-users', 'export-sip-secrets', 'export-contacts alice'])
    await admin(command);
  await admin('call-records --from 2026-11-25 --to 2026-11-26');
  expect(bed.events).toEqual([
    { event: 'services_replaced', detail: 'all organisations: 1' },
    { event: 'directory_replaced', detail: 'entries: 1' },
    { event: 'contacts_imported', account: 'alice', detail: 'contacts: 1' },
    { event: 'directory_exported' },
    { event: 'people_exported' },
    { event: 'sip_secrets_exported' },
    { event: 'contacts_exported', account: 'alice' },
    { event: 'calls_exported', detail: '2026-11-25 2026-11-26' },
  ]);
});

test('D100 "remove-second-factor" leaves the password alone, and mails the person', async () => {
  const { secondFactors, accounts } = bed.repositories;
  const id = (await accounts.findByUsername('alice'))?.id ?? expect.fail();
  await accounts.setProperty(id, { key: 'EMAIL', value: 'alice@mail.example' });
  await secondFactors.setApp(
    id,
    { sealedSecret: 's', step: 1, addedAt: 1 },
    { hashes: ['h'], hasStep: false },
  );
  expect(await admin('remove-second-factor alice')).toBe(EXIT.done);
  expect([await secondFactors.isOn(id), await secondFactors.countCodes(id)]).toEqual([false, 0]);
  expect(bed.events).toContainEqual({ event: 'second_factor_removed', account: 'alice', detail: 'operator' });
  expect(await admin('remove-second-factor alice')).toBe(EXIT.refused);
});
