import { PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import type { User } from '../../client/session/user.ts';

/** The address at which others call this user: the first one (LOGIN-17); undefined if there is none. */
export function ownAddressOf({ properties }: Pick<User, 'properties'>): string | undefined {
  const [address = ''] = (valueOf(properties.propertySet, PROPERTY_KEYS.sipAddress) ?? '').split('|');
  return address.trim() === '' ? undefined : address.trim();
}
