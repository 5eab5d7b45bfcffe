import { CAPABILITY_KEYS, completeSipAddress, type KeyValue, SYSTEM_SETTINGS } from '@samtal/api-contract';
import { isKnownAddress } from '../../accounts/kiosk-links.ts';
import { organisationKeys, organisationRule } from '../../domain/accounts/organisation-rules.ts';
import { personRule } from '../../domain/accounts/setting-rules.ts';
import type { AdminTools, Command } from '../command.ts';
import { AdminError } from '../command.ts';
import { findPerson } from '../find-account.ts';

/** The settings that a command knows; those that override a flag of the brand are too many to list. */
type Known = { readonly ruleOf: typeof personRule; readonly keys: readonly string[] };

const ofOrganisation: Known = {
  ruleOf: organisationRule,
  keys: [
    ...organisationKeys().filter((key) => !key.startsWith(CAPABILITY_KEYS.featurePrefix)),
    `${CAPABILITY_KEYS.featurePrefix}<NAME>`,
  ],
};
const ofPerson: Known = { ruleOf: personRule, keys: Object.keys(SYSTEM_SETTINGS) };

const detailsOf = ({ keys }: Known): readonly string[] => [
  'Settings; "KEY=" removes one, and docs/operating.md says what they do:',
  ...keys.map((key) => `  ${key}`),
];

/** The settings that a message lists when the operator has named one that does not exist. */
const namesFor = (key: string, keys: readonly string[]): readonly string[] =>
  key.startsWith(CAPABILITY_KEYS.featurePrefix) && !keys.includes(key)
    ? organisationKeys().filter((each) => each.startsWith(CAPABILITY_KEYS.featurePrefix))
    : keys;

/** Parses `KEY=VALUE`; an empty value resets the setting to its default. */
function parseEntries(words: readonly string[], { ruleOf, keys }: Known): KeyValue[] {
  return words.map((word) => {
    const at = word.indexOf('=');
    if (at < 1) throw new AdminError(`"${word}" is not of the form KEY=VALUE.`);
    const key = word.slice(0, at);
    const value = word.slice(at + 1);
    const rule = ruleOf(key);
    if (rule === undefined)
      throw new AdminError(`There is no setting "${key}". Settings are ${namesFor(key, keys).join(', ')}.`);
    if (value !== '' && !rule.isValid(value)) throw new AdminError(`${key} must be ${rule.form}.`);
    return { key, value };
  });
}

/** Warns of a test call that leads to an address that is unknown here. */
async function warnOfTestCall(
  { key, value }: KeyValue,
  { repositories, config, warn }: AdminTools,
): Promise<void> {
  if (key !== 'GEO_EMERGENCY_TEST_NUMBER' || value === '') return;
  const address = completeSipAddress(value, config.sipDomain);
  if (!(await isKnownAddress(address, repositories)))
    warn(
      `Warning: ${address} is no account and no service of this server. Test calls go there all the same.`,
    );
}

/** Prints what is set, or which settings count where nothing is. */
function printSettings(set: readonly KeyValue[], otherwise: string, { print }: AdminTools): void {
  if (set.length === 0) print(otherwise);
  for (const { key, value } of set) print(`${key}=${value}`);
}

const organisation: Command = {
  words: '<id> [KEY=VALUE] …',
  options: {},
  summary: 'shows or changes the settings of an organisation, such as WEB_ACTIVATE_IU_BY_ADM=true',
  details: detailsOf(ofOrganisation),
  async run({ words }, tools) {
    const { repositories, audit } = tools;
    const [id = '', ...changes] = words;
    if (!/^\d{1,9}$/.test(id)) throw new AdminError(`"${id}" is not the number of an organisation.`);
    for (const entry of parseEntries(changes, ofOrganisation)) {
      if (entry.value === '') await repositories.organisations.remove(Number(id), entry.key);
      else await repositories.organisations.set(Number(id), entry);
      await warnOfTestCall(entry, tools);
      audit({ event: 'setting_changed', detail: `organisation ${id}: ${entry.key}=${entry.value}` });
    }
    if (
      changes.length > 0 &&
      !(await repositories.accounts.list()).some((each) => each.organisationId === Number(id))
    )
      tools.warn(`Warning: no account belongs to organisation ${id}. Its settings count when one does.`);
    printSettings(
      await repositories.organisations.list(Number(id)),
      `Organisation ${id} has no settings of its own: those of the brand and of the program count.`,
      tools,
    );
  },
};

const settings: Command = {
  words: '<username> [KEY=VALUE] …',
  options: {},
  summary: 'shows or changes the settings of one person, such as GEO_SEND_ON_EMERGENCY_CALL=true',
  details: detailsOf(ofPerson),
  async run({ words }, tools) {
    const [username = '', ...changes] = words;
    const account = await findPerson(tools, username);
    const stored = tools.repositories.settings;
    for (const entry of parseEntries(changes, ofPerson)) {
      if (entry.value === '') await stored.remove(account.id, 'system', entry.key);
      else await stored.set(account.id, 'system', entry);
      await warnOfTestCall(entry, tools);
      const detail = `${entry.key}=${entry.value}`;
      tools.audit({ event: 'setting_changed', account: account.username, detail });
    }
    printSettings(
      await stored.list(account.id, 'system'),
      `${username} has no settings of their own: those of organisation ${account.organisationId} count.`,
      tools,
    );
  },
};

export const settingsCommands: Readonly<Record<string, Command>> = { organisation, settings };
