import { type KeyValue, SYSTEM_SETTINGS } from '@samtal/api-contract';
import type { Account } from '../domain/accounts/account.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/** For each system setting the value of this user, else of the organisation, else the built-in value (API-09). */
export async function systemSettingsOf(
  { organisationId, id }: Pick<Account, 'organisationId' | 'id'>,
  { settings, organisations }: Pick<Repositories, 'settings' | 'organisations'>,
): Promise<KeyValue[]> {
  const decided = new Map<string, string>(
    Object.entries(SYSTEM_SETTINGS).map(([key, { initial }]) => [key, initial] as const),
  );
  for (const { key, value } of await organisations.list(organisationId))
    if (Object.hasOwn(SYSTEM_SETTINGS, key)) decided.set(key, value);
  for (const { key, value } of await settings.list(id, 'system')) decided.set(key, value);
  return [...decided].map(([key, value]) => ({ key, value }));
}
