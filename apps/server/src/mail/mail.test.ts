import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.ts';
import { textsFor } from '../texts/texts.ts';
import {
  composeAccountKeptMail,
  composeApprovalMail,
  composeDeletionMail,
  composeEmailChangeMail,
  composeEmailNoticeMail,
  composePasswordChangedMail,
  composeRegistrationMail,
  composeResetMail,
} from './compose.ts';
import type { Mail } from './mail.ts';
import { createMailer } from './mailer.ts';
import { createOutbox } from './outbox.ts';

const context = { brandName: 'Samtal', publicUrl: 'https://calls.example/app' };
const asa = (language: string, properties = [{ key: 'EMAIL', value: 'asa@mail.example' }]): Account => ({
  id: 'id 1',
  kind: 'person',
  username: 'asa.oberg',
  passwordHash: 'hash',
  sipPassword: 'sip secret',
  organisationId: 1,
  status: 'active',
  addresses: ['asa.oberg@demo.example'],
  language,
  properties,
});
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtal-mail-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mail: Mail = {
  to: 'asa@mail.example',
  subject: 'Hej Åsa',
  text: 'Öppna länken:\nhttps://calls.example\n',
};

const everyMail = (language: string): readonly (Mail | undefined)[] => [
  composeRegistrationMail(asa(language), { password: 'pass1234', verificationKey: 'key/1' }, context),
  composeRegistrationMail(asa(language), { password: undefined, verificationKey: undefined }, context),
  composeResetMail(asa(language), 'key/1', context),
  composeApprovalMail(asa(language), context),
  composePasswordChangedMail(asa(language), context),
  composeEmailChangeMail(asa(language), { email: 'new@mail.example', key: 'key/1' }, context),
  composeEmailNoticeMail(asa(language), context),
  composeDeletionMail(asa(language), Date.UTC(2026, 11, 10), context),
  composeAccountKeptMail(asa(language), context),
];

test.each(LANGUAGES)('A-019 every mail in %s is complete, without a placeholder', (language) => {
  const mails = everyMail(language);
  for (const each of mails) {
    expect(`${each?.subject}${each?.text}`).not.toMatch(/\{\w+\}|undefined|sip secret|hash/);
    expect(each?.text).toContain('https://calls.example/app/');
    expect(each?.subject).toContain('Samtal');
  }
  const [welcome, plain, reset] = mails.map((each) => each?.text ?? '');
  expect(welcome).toContain('pass1234');
  expect(welcome).toContain('/registration/verify/id%201/key%2F1');
  expect(plain).toContain('asa.oberg@demo.example');
  expect(reset).toContain('/newpassword?key=key%2F1&uid=id+1&uname=asa.oberg');
});

test('I18N-07 every language has its own texts; tags, both kinds of Norwegian and unknown languages are understood', () => {
  expect(new Set(LANGUAGES.map((language) => textsFor(language)('resetBody'))).size).toBe(LANGUAGES.length);
  expect(everyMail('sv-FI')).toEqual(everyMail('sv'));
  expect(everyMail('nb')).toEqual(everyMail('nn_NO'));
  expect(everyMail('__proto__')).toEqual(everyMail('en'));
  expect(textsFor('__proto__')('resetBody')).toBe(textsFor(undefined)('resetBody'));
});

test('an account without an e-mail address gets no mail, and no value starts a new line', () => {
  expect(composeApprovalMail(asa('en', []), context)).toBeUndefined();
  const named = asa('en', [
    { key: 'EMAIL', value: 'asa@mail.example' },
    { key: 'FORENAME', value: 'Åsa\r\nBcc: all@mail.example' },
  ]);
  const told = composeApprovalMail({ ...named, addresses: ['asa@demo.example\r\nBcc: x'] }, context);
  expect(told?.text).not.toMatch(/^Bcc/m);
  expect(told?.text).not.toContain('all@mail.example');
});

/** Every mail that may contain a name that the user of the account has chosen. */
const mailsNaming = (account: Account): readonly string[] =>
  [
    composeRegistrationMail(account, { password: undefined, verificationKey: 'key' }, context),
    composeResetMail(account, 'key', context),
    composeApprovalMail(account, context),
    composePasswordChangedMail(account, context),
    composeEmailChangeMail(account, { email: 'new@mail.example', key: 'key' }, context),
    composeEmailNoticeMail(account, context),
  ].map((each) => `${each?.subject}\n${each?.text}`);

const withFirstName = (value: string): Account => ({
  ...asa('en', [
    { key: 'EMAIL', value: 'asa@mail.example' },
    { key: 'FORENAME', value },
  ]),
  username: 'asa',
});

test.each([
  'Your account is blocked. Unlock it now at https://evil.example/samtal/unlock - the security team',
  'https://evil.example',
  'www.evil.example',
  'evil.example',
  'evil．example',
  'evil。example',
  'mail@evil.example',
  'call 0900 123456',
  'tel:0900',
  '\u202Eelpmaxe.live',
  'a'.repeat(41),
  'Åsa\nhttps://evil.example',
])('the first name %j is in no mail', (name) => {
  for (const text of mailsNaming(withFirstName(name))) {
    expect(text).not.toContain(name);
    expect(text).not.toMatch(/evil|0900/);
  }
});

test.each(['Åsa', 'Anna-Lena', 'J. R.', 'Mary Ann', 'D’Arcy', 'محمد', 'สมชาย', '美咲'])(
  'the first name %j is in the greeting',
  (name) => {
    expect(composeApprovalMail(withFirstName(name), context)?.text).toContain(`Hello ${name},`);
  },
);

test.each(['evil.example', 'www.evil.example', '0900123456', 'a'.repeat(41)])(
  'the username %j appears in mails only as part of its address',
  (username) => {
    const address = `${username}@demo.example`;
    const account = { ...withFirstName('Åsa'), username, addresses: [address] };
    for (const text of mailsNaming(account)) {
      const links = [...text.matchAll(/https?:\S+/g)].join(' ');
      const rest = text.replaceAll(/https?:\S+/g, '').replaceAll(address, '');
      expect(rest).not.toContain(username);
      expect(links).not.toMatch(/\/\/(?!calls\.example\/)/);
    }
    const welcome = mailsNaming(account)[0];
    expect(welcome).toContain(`SIP address: ${address}\nYour username is the part of it before the @.`);
    expect(mailsNaming({ ...account, addresses: ['other@demo.example'] })[0]).not.toContain(username);
  },
);

const silent = { warn: () => undefined, error: () => undefined };

test('D25 without a mail server mails are kept for their owner only, the newest first', async () => {
  const outbox = createOutbox(join(folder, 'outbox'), () => 1_700_000_000_000);
  expect(await outbox.list(10)).toEqual([]);
  const mailer = createMailer({ deliver: undefined, outbox, log: silent });
  mailer.send(mail);
  await mailer.settled();
  mailer.send({ ...mail, subject: 'second' });
  await mailer.settled();
  expect((await outbox.list(10)).map(({ subject }) => subject)).toEqual(['second', 'Hej Åsa']);
  expect(await outbox.list(1)).toEqual([{ ...mail, subject: 'second', sentAt: '2023-11-14T22:13:20.000Z' }]);
  const [file = ''] = readdirSync(join(folder, 'outbox'));
  expect(statSync(join(folder, 'outbox', file)).mode & 0o077).toBe(0);
  writeFileSync(join(folder, 'outbox', 'zz.json'), 'nonsense');
  expect(await outbox.list(10)).toHaveLength(2);
});

test('D25 a mail that the mail server refuses is kept in the outbox, and the log names no address', async () => {
  const outbox = createOutbox(folder, Date.now);
  const warnings: unknown[] = [];
  const refusal = "Can't send mail - all recipients were rejected: 550 5.1.1 <asa@mail.example>: unknown";
  const mailer = createMailer({
    deliver: () =>
      Promise.reject(Object.assign(new Error(refusal), { code: 'EENVELOPE', responseCode: 550 })),
    outbox,
    log: { ...silent, warn: (entry) => void warnings.push(entry) },
  });
  mailer.send(mail);
  await mailer.settled();
  expect(await outbox.list(10)).toMatchObject([{ subject: 'Hej Åsa' }]);
  expect(warnings).toEqual([
    {
      event: 'mail_delivery_failed',
      reason: "Can't send mail - all recipients were rejected: 550 5.1.1 <…>: unknown",
      code: 'EENVELOPE',
      status: 550,
      retryMs: 60_000,
    },
  ]);
});

const keptBytes = Buffer.byteLength(
  `${JSON.stringify({ ...mail, sentAt: '2023-11-14T22:13:20.000Z' }, undefined, 2)}\n`,
);

test.each([
  ['mails', { mails: 3, bytes: 1_000_000 }],
  ['bytes', { mails: 100, bytes: 3 * keptBytes }],
])(
  'D25 an outbox with its maximum of %s takes no more, also of many at the same time, and the log reports dropped mails',
  async (_what, room) => {
    const outbox = createOutbox(folder, () => 1_700_000_000_000, { ...room, dropsOldest: false });
    const errors: unknown[] = [];
    const mailer = createMailer({
      deliver: undefined,
      outbox,
      log: { ...silent, error: (entry) => void errors.push(entry) },
    });
    expect(await mailer.hasRoom()).toBe(true);
    for (let count = 0; count < 5; count++) mailer.send(mail);
    await mailer.settled();
    expect(readdirSync(folder)).toHaveLength(3);
    expect(errors).toEqual(
      [1, 2].map(() => ({ event: 'mail_dropped', reason: 'the outbox is full', subject: 'Hej Åsa' })),
    );
    expect(await mailer.hasRoom()).toBe(false);
    // Another process may remove mails.
    rmSync(join(folder, readdirSync(folder)[0] ?? ''));
    expect([await mailer.hasRoom(), await outbox.keep(mail)]).toEqual([true, true]);
  },
);

test('D25 the outbox of a demo drops its oldest mails', async () => {
  const outbox = createOutbox(folder, () => 1_700_000_000_000, {
    mails: 2,
    bytes: 1_000_000,
    dropsOldest: true,
  });
  for (const subject of ['1', '2', '3']) expect(await outbox.keep({ ...mail, subject })).toBe(true);
  expect((await outbox.list(10)).map(({ subject }) => subject)).toEqual(['3', '2']);
  expect(await outbox.hasRoom()).toBe(true);
});

test('D25 waiting mails are read one at a time', async () => {
  const outbox = createOutbox(folder, () => 1_700_000_000_000);
  for (const subject of ['1', '2', '3']) await outbox.keep({ ...mail, subject });
  const read: string[] = [];
  for await (const { mail: waiting } of outbox.waiting()) {
    read.push(waiting.subject);
    // Removes the other mails while the first is being read: the outbox must then skip them.
    for (const name of readdirSync(folder).slice(1)) rmSync(join(folder, name));
  }
  expect(read).toEqual(['1']);
});
