import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPerson } from '../accounts/add-person.ts';
import { warnOfReservedNames } from '../accounts/name-reservation.ts';
import { createAccountDirectory } from '../sip/account-directory.ts';
import { requestsTo } from './testing/requests.ts';
import type { TestApp } from './testing/test-app.ts';
import { createTestApp, openBrand } from './testing/test-app.ts';

const brand = {
  ...openBrand,
  anonymous: { enabled: true, username: 'Visitor' },
  registration: { ...openBrand.registration, usernameRegex: '^[a-z0-9.-]{3,100}$' },
};
let bed: TestApp;
let api: ReturnType<typeof requestsTo>;

beforeEach(async () => {
  bed = await createTestApp({ brand });
  api = requestsTo(bed.app);
  const { contacts, directory } = bed.repositories;
  await contacts.replaceServices(2, [
    { fname: 'Text relay', imageUrl: '', sipaddress: 'Text-Relay@demo.example' },
    { fname: 'Short', imageUrl: '', sipaddress: 'helpdesk' },
    { fname: 'Far away', imageUrl: '', sipaddress: 'office@elsewhere.example' },
    { fname: 'Alice', imageUrl: '', sipaddress: 'alice@demo.example' },
  ]);
  const entry = {
    image: '',
    isFeatured: false,
    hasChildren: false,
    typeId: undefined,
    categoryId: undefined,
  };
  await directory.replace(
    [
      { ...entry, id: '1', name: 'Taxi', phone: '+46 (40) 123-456', organisationId: undefined },
      { ...entry, id: '2', name: 'Town', phone: 'sip:town.hall@demo.example', organisationId: 7 },
    ],
    { types: [], categories: [] },
  );
});
afterEach(() => bed.close());

const signUp = (username: string, more: object = {}) =>
  api.post('signUp/create', {
    username,
    email1: 'bo@mail.example',
    password: 'secret7',
    fname: 'Bo',
    orgID: '1',
    ...more,
  });

test.each([
  '116117',
  '116.123',
  '1-16-0-16',
  '333444',
  '333.444',
  '555666',
  'sos',
  'sos.police',
  'emergency',
  'emergency.help',
  'police',
  'city-police',
  'support',
  'operator',
])('SIGNUP-22 the name %s, which others would trust in need, is refused to strangers only', async (name) => {
  await bed.repositories.organisations.set(2, { key: 'GEO_EMERGENCY_NUMBERS', value: '112, 333 444' });
  // No one can register in this one, but its users call the number, and are called from it, as well.
  await bed.repositories.organisations.set(7, { key: 'GEO_EMERGENCY_NUMBERS', value: '555666' });
  expect((await signUp(name)).statusCode).toBe(400);
  expect((await signUp('anna.berg', { sipaddress: name })).statusCode).toBe(400);
  expect((await api.post('signUp/validateByKey', { key: 'username', value: name })).statusCode).toBe(409);
  const added = await addPerson(
    { ...bed.context, repositories: bed.repositories },
    { username: name, password: 'secret7' },
    { by: 'operator' },
  );
  expect(added).toMatchObject({ ok: true });
});

test.each(['116-117-118', 'policeman', 'supporter', 'anna.operator'])(
  'SIGNUP-22 the name %s only looks like one of these',
  async (name) => {
    expect((await signUp(name)).statusCode).toBe(200);
  },
);

test.each([
  'visitor',
  'text-relay',
  'text.relay',
  'helpdesk',
  'town.hall',
  '4640123456',
  '46.40-123.456',
  'mailbox',
  'echo',
])(
  'SIGNUP-22 the name %s, which the brand, a service, the directory or the server uses, is refused at sign-up',
  async (name) => {
    const refused = await signUp(name);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { errorCode: 2004, failureText: 'Invalid value: username' },
    ]);
    const asAddress = await signUp('bo.bengtsson', { sipaddress: name });
    expect([asAddress.statusCode, asAddress.json()]).toEqual([
      400,
      { errorCode: 2004, failureText: 'Invalid value: sipaddress' },
    ]);
    for (const key of ['username', 'sipaddress']) {
      const free = await api.post('signUp/validateByKey', { key, value: name });
      expect(free.statusCode).toBe(409);
    }
    expect((await signUp('bo.bengtsson')).statusCode).toBe(200);
  },
);

test('SIGNUP-22 an address of another domain in the tables reserves no name here', async () => {
  expect((await signUp('office')).statusCode).toBe(200);
  expect((await api.post('signUp/validateByKey', { key: 'username', value: 'bakery' })).statusCode).toBe(200);
});

test('A-035 the log warns of an account with the name of the anonymous callers, and both register', async () => {
  const { accounts, sessions } = bed.repositories;
  const person = await accounts.add({
    kind: 'person',
    username: 'visitor',
    passwordHash: '#demo1234',
    organisationId: 1,
    status: 'active',
    addresses: ['visitor@demo.example'],
    properties: [],
  });
  expect(person).toBeDefined();
  const warnings: unknown[] = [];
  await warnOfReservedNames(bed.context, { warn: (entry: unknown) => void warnings.push(entry) });
  expect(warnings).toEqual([{ event: 'reserved_name_in_use', username: 'visitor' }]);

  const directory = createAccountDirectory(bed.repositories, bed.context.now);
  const caller = (await api.logIn('Visitor', '')).json();
  const address = caller.uri.replace('sip:', '');
  expect(await directory.findCredentials('Visitor', address)).toMatchObject([
    { user: { addresses: [address] }, sipPassword: caller.sipPassword },
  ]);
  const session = { tokenHash: 'x', accountId: person?.id ?? '', lastUsedAt: bed.context.now() };
  await sessions.add({ ...session, sipSecret: 'secret of the person' }, 10);
  expect(await directory.findCredentials('visitor', 'visitor@demo.example')).toMatchObject([
    { sipPassword: 'secret of the person' },
  ]);
  // An anonymous caller can use only its own address.
  expect(await directory.findCredentials('alice', address)).toEqual([]);
});

test('A-035 without such an account there is no warning', async () => {
  const warnings: unknown[] = [];
  await warnOfReservedNames(bed.context, { warn: (entry: unknown) => void warnings.push(entry) });
  expect(warnings).toEqual([]);
});
