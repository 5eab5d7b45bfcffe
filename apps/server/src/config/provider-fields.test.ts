import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (more: Record<string, string>) => readConfig({ SAMTAL_MODE: 'demo', ...more });
const needed = { OIDC_ISSUER: 'https://login.example/realms/staff', OIDC_CLIENT_ID: 'samtal' };

test('D99 issuer and client are enough; new accounts and e-mail addresses are not trusted by default', () => {
  expect(read({})).toMatchObject({ ok: true, config: { provider: undefined } });
  expect(read(needed)).toMatchObject({
    ok: true,
    config: {
      provider: {
        issuer: 'https://login.example/realms/staff',
        clientId: 'samtal',
        clientSecret: undefined,
        scopes: 'openid profile email',
        label: 'login.example',
        claims: {
          username: 'preferred_username',
          email: 'email',
          forename: 'given_name',
          surname: 'family_name',
        },
        trustsEmail: false,
        mailDomains: [],
        requiredClaim: undefined,
        roles: undefined,
        makesAccounts: false,
        matchesEmail: false,
        hasPasswords: true,
      },
    },
  });
});

test('D99 all that an operator can set', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'samtal-secret-')), 'secret');
  writeFileSync(file, 'of-the-file\n');
  expect(
    read({
      ...needed,
      OIDC_CLIENT_SECRET_FILE: file,
      OIDC_SCOPES: 'openid groups',
      OIDC_LABEL: 'Länet',
      OIDC_USERNAME_CLAIM: 'upn',
      OIDC_EMAIL_VERIFIED: 'always',
      OIDC_MAIL_DOMAINS: 'Staff.example, town.example',
      OIDC_REQUIRED_CLAIM: 'realm_access.roles=calls=yes',
      OIDC_NEW_ACCOUNTS: 'on',
      OIDC_MATCH_EMAIL: 'on',
      OIDC_PASSWORDS: 'off',
    }),
  ).toMatchObject({
    ok: true,
    config: {
      provider: {
        clientSecret: 'of-the-file',
        scopes: 'openid groups',
        label: 'Länet',
        claims: { username: 'upn' },
        trustsEmail: true,
        mailDomains: ['staff.example', 'town.example'],
        requiredClaim: { name: 'realm_access.roles', value: 'calls=yes' },
        makesAccounts: true,
        matchesEmail: true,
        hasPasswords: false,
      },
    },
  });
});

test.each([
  [{ OIDC_ISSUER: 'login.example' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'https://login.example/?a=1' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'https://user:password@login.example' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: '', OIDC_LABEL: 'Staff' }, 'OIDC_ISSUER'],
  [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID'],
  [{ OIDC_CLIENT_ID: 'a\nb' }, 'OIDC_CLIENT_ID'],
  [{ OIDC_CLIENT_SECRET: 's', OIDC_CLIENT_SECRET_FILE: '/etc/hostname' }, 'OIDC_CLIENT_SECRET_FILE'],
  [{ OIDC_CLIENT_SECRET_FILE: '/does/not/exist' }, 'OIDC_CLIENT_SECRET_FILE'],
  [{ OIDC_SCOPES: 'profile email' }, 'OIDC_SCOPES'],
  [{ OIDC_SCOPES: 'openid  email' }, 'OIDC_SCOPES'],
  [{ OIDC_LABEL: 'x'.repeat(41) }, 'OIDC_LABEL'],
  [{ OIDC_EMAIL_CLAIM: 'e mail' }, 'OIDC_EMAIL_CLAIM'],
  [{ OIDC_EMAIL_VERIFIED: 'yes' }, 'OIDC_EMAIL_VERIFIED'],
  [{ OIDC_MAIL_DOMAINS: '@staff.example' }, 'OIDC_MAIL_DOMAINS'],
  [{ OIDC_REQUIRED_CLAIM: 'groups' }, 'OIDC_REQUIRED_CLAIM'],
  [{ OIDC_NEW_ACCOUNTS: 'true' }, 'OIDC_NEW_ACCOUNTS'],
  [{ OIDC_MATCH_EMAIL: '1' }, 'OIDC_MATCH_EMAIL'],
  [{ OIDC_PASSWORDS: 'no' }, 'OIDC_PASSWORDS'],
])('D99 %j stops the start with a line that begins with %s', (more, name) => {
  const result = read({ ...needed, ...more });
  expect(result).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(`^${name}: must|^${name}: /`)],
  });
  expect(JSON.stringify(result)).not.toContain('password@');
});

test('D99 http is allowed for a provider on this machine only', () => {
  for (const host of ['127.0.0.1:8081', 'localhost:8081', '[::1]:8081'])
    expect(read({ ...needed, OIDC_ISSUER: `http://${host}` })).toMatchObject({ ok: true });
});

test('D107 the roles of a claim need their claim, known roles, and a value each, which may contain colons', () => {
  const roles = (OIDC_ROLES: string, more: Record<string, string> = { OIDC_ROLE_CLAIM: 'groups' }) =>
    read({ ...needed, OIDC_ROLES, ...more });
  expect(roles('operator:samtal-admins, support:urn:help desk')).toMatchObject({
    ok: true,
    config: {
      provider: {
        roles: {
          claim: 'groups',
          values: [
            { role: 'operator', value: 'samtal-admins' },
            { role: 'support', value: 'urn:help desk' },
          ],
        },
      },
    },
  });
  for (const wrong of ['root:admins', 'operator', 'operator:', ':admins', 'operator:a,,support:b', ''])
    expect([wrong, roles(wrong).ok]).toEqual([wrong, false]);
  expect(roles('operator:a', {})).toMatchObject({ ok: false });
  expect(read({ ...needed, OIDC_ROLE_CLAIM: 'groups' })).toMatchObject({ ok: false });
});
