import { expect, test } from 'vitest';
import { type Admission, personOf } from './provider-claims.ts';

const admission: Admission = {
  claims: {
    username: 'preferred_username',
    email: 'email',
    forename: 'given_name',
    surname: 'family_name',
  },
  trustsEmail: true,
  mailDomains: [],
  requiredClaim: undefined,
  roles: undefined,
};
const read = (claims: Record<string, unknown>, more: Partial<Admission> = {}) =>
  personOf(claims, { ...admission, ...more });

test.each([
  'a@b.example\r\nBcc: c@d.example',
  'a\0@b.example',
  'a@evil.example@b.example',
  'a b@b.example',
  '\u202Ea@b.example',
  '<a@b.example>',
  `${'a'.repeat(250)}@b.example`,
])('D99 the e-mail address %j of a provider is dropped, and its person may come', (email) => {
  expect(read({ email, preferred_username: 'anna' })).toMatchObject({ email: undefined, isAdmitted: true });
});

test.each(['<script>x</script>', 'Anna\u202Egreb', 'An\0na', 'An\r\nna', 'An\nna', 'x'.repeat(256)])(
  'D99 the name %j of a provider is dropped; the other claims stay',
  (name) => {
    const email = 'anna@b.example';
    expect(read({ given_name: name, family_name: 'Berg', email })).toMatchObject({
      forename: '',
      surname: 'Berg',
      email,
    });
    expect(read({ given_name: 'Anna', family_name: name })).toMatchObject({ forename: 'Anna', surname: '' });
  },
);

test.each(["O'Brien", 'L’Aquila', 'Åsa-Marie', 'محمد', '山田', ''])(
  'D99 the name %j of a provider stays',
  (name) => {
    expect(read({ given_name: ` ${name} `, family_name: name })).toMatchObject({
      forename: name,
      surname: name,
    });
  },
);

test('D99 the domain of an address that forms do not take admits its person, who has no address here', () => {
  const mailDomains = ['b.example'];
  const person = read({ email: "o'brien@B.example" }, { mailDomains });
  expect(person).toMatchObject({ isAdmitted: true, email: undefined, names: ["o'brien"] });
  expect(read({ email: 'anna@evil.example@b.example' }, { mailDomains }).isAdmitted).toBe(false);
  expect(read({ email: 'anna@b.example' }, { mailDomains, trustsEmail: false }).isAdmitted).toBe(false);
});
