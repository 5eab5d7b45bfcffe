import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from './testing/requests.ts';
import { createTestApp, openBrand, type TestApp } from './testing/test-app.ts';

const NAMES =
  'address postcode city sipaddress phonenumber mobilephone textphonenumber isdnnumber mobile3Gnumber faxnumber';
const empty = Object.fromEntries(NAMES.split(' ').map((name) => [name, '']));
const person = {
  username: 'newcomer',
  email1: 'new@mail.example',
  password: 'secret7',
  fname: 'Bo',
  sname: 'Ek',
  orgID: '1',
};
let bed: TestApp;
let api: ReturnType<typeof requestsTo>;

beforeEach(async () => {
  bed = await createTestApp({ brand: openBrand, limits: { waitingMails: 1 } });
  api = requestsTo(bed.app);
});
afterEach(() => bed.close());

test('D25 RESET-05 SIGNUP-28 while the outbox is full a request that needs a mail is refused and changes nothing', async () => {
  const reset = () => api.get('user/requestResetPassword', { lang: 'en', orgid: '1', username: 'alice' });
  const signUp = () =>
    api.post('signUp/create', { ...empty, ...person }, { generatePassword: 'true', lang: 'en' });
  expect((await reset()).statusCode).toBe(200);
  await bed.context.mailer.settled();
  for (const refused of [await reset(), await signUp()]) {
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.json()).toEqual({ errorCode: 5000, failureText: 'No mail can be sent at the moment' });
  }
  expect(bed.mails).toHaveLength(1);
  expect(await bed.repositories.accounts.findByUsername('newcomer')).toBeUndefined();
});
