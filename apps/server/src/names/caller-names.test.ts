import { parseBrand } from '@samtal/api-contract';
import { beforeEach, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.ts';
import { addAccount } from '../storage/testing/accounts-of-tests.ts';
import { onEachOpenStorage, storage } from '../storage/testing/open-storage.ts';
import { type CallerNames, createCallerNames } from './caller-names.ts';

const BO = 'bo@demo.example';
let asa: Account;
let nameOf: CallerNames;

const contact = (fname: string, sipaddress: string) => ({
  fname,
  sname: 'Ek',
  sipaddress,
  email: '',
  address: '',
  postNr: '',
  city: '',
});
function namesWith(features: object): CallerNames {
  const result = parseBrand({ features });
  const brand = result.ok ? result.brand : expect.fail('the brand is right');
  return createCallerNames({ repositories: storage.repositories, brand, sipDomain: 'demo.example' });
}

onEachOpenStorage(() => {
  beforeEach(async () => {
    asa = await addAccount(storage.repositories, 'asa');
    const properties = [{ key: 'FORENAME', value: 'Bo from the accounts' }];
    await addAccount(storage.repositories, 'bo', { properties });
    nameOf = namesWith({ colleagueNames: true });
  });

  test('A-105 D61 D78 a caller is named as on the screens of the callee: contact, service, organisation, claim, address', async () => {
    const { contacts } = storage.repositories;
    const caller = { address: BO, name: 'Claimed' };
    expect(await namesWith({})(asa, { address: BO, name: undefined })).toBe('bo');
    expect(await namesWith({})(asa, caller)).toBe('Claimed');
    expect(await nameOf(asa, caller)).toBe('Bo from the accounts');
    await contacts.replaceServices(1, [{ fname: 'Helpdesk', imageUrl: '', sipaddress: `sip:${BO}` }]);
    expect(await nameOf(asa, caller)).toBe('Helpdesk');
    await contacts.add(asa.id, contact('Bo', 'SIP:Bo@demo.example'), 10);
    expect(await nameOf(asa, caller)).toBe('Bo Ek');
  });

  test('A-105 D78 a claimed name is bounded, and is not shown where it looks like an address or has no visible sign', async () => {
    const stranger = (name: string) => nameOf(asa, { address: 'x@other.example', name });
    expect(await stranger('112')).toBe('x');
    expect(await stranger('\u202E\u200B')).toBe('x');
    expect(Array.from(await stranger('a'.repeat(1000)))).toHaveLength(61);
  });
});
