import { foldText, PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import type { Account } from '../accounts/account.ts';

/** The text in which the console looks for a person: username, names, addresses, e-mail address (decision D98). */
export const personSearchText = ({
  username,
  addresses,
  properties,
}: Pick<Account, 'username' | 'addresses' | 'properties'>): string =>
  foldText(
    [
      username,
      ...addresses,
      ...[PROPERTY_KEYS.firstName, PROPERTY_KEYS.lastName, PROPERTY_KEYS.email].map(
        (key) => valueOf(properties, key) ?? '',
      ),
    ].join('\n'),
  );
