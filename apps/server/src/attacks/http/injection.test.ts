import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from '../../http/testing/requests.ts';
import type { TestApp } from '../../http/testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../../http/testing/test-app.ts';
import type { Visitor } from '../../http/testing/visitor.ts';
import { signIn } from '../../http/testing/visitor.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;
let alice: Visitor;

beforeEach(async () => {
  bed = await createTestApp({ brand: openBrand, hasDevApi: true });
  api = requestsTo(bed.app);
  alice = await signIn(bed, 'alice');
});
afterEach(() => bed.close());

const sql = [
  "' or '1'='1",
  "alice'--",
  "'; drop table account; --",
  "\\' or 1=1 --",
  'alice" or ""="',
  "%' or 'x' like '%",
];

test.each(sql)('SQL in a value is treated as text: %s', async (text) => {
  expect((await api.logIn(text, text)).json()).toMatchObject({ errorCode: 1001 });
  expect((await api.logIn('alice', text)).json()).toMatchObject({ errorCode: 1001 });
  const answers = [
    await api.get('user/getProperties', { securityToken: text }),
    await api.get('user/setNewPassword', { key: text, uid: text, newpassword: 'secret77' }),
    await api.post('signUp/validateByKey', { key: 'username', value: text }),
    await api.post('signUp/create', { username: text, email1: 'a@b.example', password: 'secret77' }),
    await alice.get('contacts/search', { searchString: text }),
    await alice.get('contacts/delete', { phonebookId: text }),
    await alice.get(`history/${encodeURIComponent(text)}`),
    await alice.get('history', { before: text, limit: text }),
    await alice.delete(`messages/${encodeURIComponent(text)}`),
    await alice.post('user/setProperty', { key: text, value: text }),
    await alice.post('contacts/update', { id: text, sipaddress: 'a@b.example' }),
  ];
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBeLessThan(500);
    expect(body).not.toMatch(/sqlite|syntax|no such/i);
  }
  expect(answers[4]?.json()).toEqual({ contactList: [] });
  expect((await api.logIn('alice')).statusCode).toBe(200);
});

test('a line break in a value starts no header, neither in an answer nor in a mail', async () => {
  const broken = 'a@mail.example\r\nBcc: all@mail.example';
  const person = { username: 'mallory', email1: 'm@mail.example', password: 'secret77', fname: 'M' };
  for (const change of [
    { email1: broken },
    { username: 'mal\r\nSet-Cookie: a=b' },
    { fname: 'M\nBcc: x@mail.example' },
  ]) {
    const refused = await api.post('signUp/create', { ...person, ...change });
    expect([refused.statusCode, refused.json().errorCode]).toEqual([400, 2004]);
  }
  expect((await alice.post('user/setProperty', { key: 'EMAIL', value: broken })).statusCode).toBe(400);
  expect((await alice.post('user/setProperty', { key: 'FORENAME', value: 'A\r\nBcc: x' })).statusCode).toBe(
    400,
  );
  expect(bed.mails).toEqual([]);
  for (const url of ['/%0d%0aSet-Cookie:%20a=b', `${BASE}user/getOrgSettings?orgId=1%0d%0aSet-Cookie:a=b`]) {
    const answer = await bed.app.inject(url);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  }
});

test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
  'the key %s has no effect in JSON, forms, queries and settings',
  async (key) => {
    const json = `{"username":"alice","password":"demo1234","force":true,"willUseSipRegistration":true,"${key}":{"polluted":true}}`;
    const types = { 'content-type': 'application/json' };
    const login = await bed.app.inject({
      method: 'POST',
      url: `${BASE}user/login`,
      headers: types,
      payload: json,
    });
    expect([200, 400]).toContain(login.statusCode);
    await bed.app.inject({
      method: 'POST',
      url: `${BASE}user/login`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${key}=polluted&${key}.polluted=1&${key}[polluted]=1`,
    });
    await bed.app.inject(`${BASE}user/getOrgSettings?${key}=polluted&${key}[polluted]=1`);
    expect((await alice.post('user/setProperty', { key, value: 'polluted' })).statusCode).toBe(400);
    expect((await alice.post(`user/webSettings/${key}`, {})).statusCode).toBe(400);
    expect({}).not.toHaveProperty('polluted');
    expect(Object.prototype.toString.call({})).toBe('[object Object]');
    expect((await alice.get('user/getProperties')).body).not.toContain('polluted');
  },
);

test('a repeated key has one value, the same for every reader', async () => {
  const headers = { 'content-type': 'application/json' };
  const twice = (first: string, second: string) =>
    `{"username":"alice","password":"${first}","password":"${second}","force":true,"willUseSipRegistration":true}`;
  const log = (payload: string) =>
    bed.app.inject({ method: 'POST', url: `${BASE}user/login`, headers, payload });
  expect((await log(twice('wrong', 'demo1234'))).statusCode).toBe(200);
  expect((await log(twice('demo1234', 'wrong'))).statusCode).toBe(400);
  const ask = (first: string, second: string) =>
    bed.app.inject(`${BASE}user/getProperties?securityToken=${first}&securityToken=${second}`);
  expect((await ask('made-up', alice.securityToken)).statusCode).toBe(200);
  expect((await ask(alice.securityToken, 'made-up')).statusCode).toBe(401);
});

const climbing = [
  '../data/samtal.db',
  '%2e%2e/data/samtal.db',
  '..%2fdata%2fsamtal.db',
  '%2e%2e%2fdata%2fsamtal.db',
  '%252e%252e%252fdata%252fsamtal.db',
  '..%5cdata%5csamtal.db',
  '....//data/samtal.db',
  '..;/data/samtal.db',
  '%c0%ae%c0%ae/data/samtal.db',
  '%uff0e%uff0e/data/samtal.db',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'brand.json%00.png',
  '..%00/data/samtal.db',
  '.git/config',
  '.env',
];

test.each(['/branding/', '/assets/', '/'])(
  'no path leads out of the folder of %s or to hidden files',
  async (base) => {
    mkdirSync(join(bed.folder, 'branding', '.git'));
    for (const file of ['branding/.env', 'branding/.git/config'])
      writeFileSync(join(bed.folder, file), 'root:secret');
    for (const path of climbing) {
      const { statusCode, body } = await bed.app.inject(`${base}${path}`);
      expect(statusCode).toBeLessThan(500);
      expect(body).not.toMatch(/SQLite|root:/);
      if (base !== '/') expect([path, statusCode >= 400]).toEqual([path, true]);
    }
  },
);
