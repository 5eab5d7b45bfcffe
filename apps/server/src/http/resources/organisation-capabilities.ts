import type { KeyValue, OrganisationSettingKey } from '@samtal/api-contract';
import { CAPABILITY_KEYS, ORGANISATION_SETTINGS, valueOf } from '@samtal/api-contract';
import type { Repositories } from '../../storage/repositories/repositories.ts';

const postSecrets: KeyValue = { key: CAPABILITY_KEYS.postSecrets, value: 'true' };
/** Capabilities for every logged-in user. Of these, an organisation can override only SYS_HISTORY. */
const abilities: readonly KeyValue[] = [
  postSecrets,
  { key: CAPABILITY_KEYS.history, value: 'true' },
  { key: CAPABILITY_KEYS.events, value: 'true' },
];

/** Settings of an organisation that a logged-in client needs (docs/requirements.md 3.3). */
const AT_LOGIN: readonly OrganisationSettingKey[] = [
  'WEB_CHANGE_OWN_DATA_VISIBLE_FIELDS',
  'WEB_REQUIRED_FIELDS',
];

const isCapability = (key: string): boolean =>
  key.startsWith(CAPABILITY_KEYS.featurePrefix) || key === CAPABILITY_KEYS.history;

const decided = (own: readonly KeyValue[], keys: readonly OrganisationSettingKey[]): KeyValue[] =>
  keys.map((key) => ({ key, value: valueOf(own, key) ?? ORGANISATION_SETTINGS[key].initial }));

/**
 * The capabilities in the login answer for users of an organisation: those of every user, the fields that
 * users may change or must fill in, and what the organisation overrides.
 */
export async function capabilitiesOf(
  { organisations }: Repositories,
  organisationId: number,
): Promise<KeyValue[]> {
  const own = await organisations.list(organisationId);
  return [...abilities, ...decided(own, AT_LOGIN), ...own.filter(({ key }) => isCapability(key))];
}

/** Settings of an organisation that are public before registration (API-10). */
export async function openSettingsOf(
  { organisations }: Repositories,
  organisationId: number,
): Promise<KeyValue[]> {
  const keys = Object.keys(ORGANISATION_SETTINGS) as OrganisationSettingKey[];
  return [...decided(await organisations.list(organisationId), keys), postSecrets];
}
