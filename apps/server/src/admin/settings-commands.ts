import type { KeyValue } from '@samtal/api-contract';
import { CAPABILITY_KEYS, isOrganisationSettingKey, SYSTEM_SETTINGS } from '@samtal/api-contract';
import { RETENTION_KEY } from '../domain/history.ts';
import type { Command } from './command.ts';
import { AdminError } from './command.ts';
import { findPerson } from './find-account.ts';

const isSystemSetting = (key: string): boolean => Object.hasOwn(SYSTEM_SETTINGS, key);

const isOrganisationKey = (key: string): boolean =>
  isOrganisationSettingKey(key) ||
  isSystemSetting(key) ||
  key === CAPABILITY_KEYS.history ||
  key === RETENTION_KEY ||
  key.startsWith(CAPABILITY_KEYS.featurePrefix);

/** Reads `KEY=VALUE`; an empty value takes the setting back to what holds without a decision. */
function parseEntries(words: readonly string[], isKnown: (key: string) => boolean): KeyValue[] {
  return words.map((word) => {
    const at = word.indexOf('=');
    if (at < 1) throw new AdminError(`"${word}" is not of the form KEY=VALUE.`);
    const key = word.slice(0, at);
    if (!isKnown(key)) throw new AdminError(`There is no setting "${key}" here.`);
    return { key, value: word.slice(at + 1) };
  });
}

const organisation: Command = {
  words: '<id> [KEY=VALUE] …',
  options: {},
  summary: 'shows or changes the settings of an organisation, such as WEB_ACTIVATE_IU_BY_ADM=true',
  async run({ words }, { repositories, print }) {
    const [id = '', ...changes] = words;
    if (!/^\d{1,9}$/.test(id)) throw new AdminError(`"${id}" is no number of an organisation.`);
    for (const entry of parseEntries(changes, isOrganisationKey)) {
      if (entry.value === '') await repositories.organisations.remove(Number(id), entry.key);
      else await repositories.organisations.set(Number(id), entry);
    }
    for (const { key, value } of await repositories.organisations.list(Number(id))) print(`${key}=${value}`);
  },
};

const settings: Command = {
  words: '<username> [KEY=VALUE] …',
  options: {},
  summary: 'shows or changes what is decided for one person, such as GEO_SEND_ON_EMERGENCY_CALL=true',
  async run({ words }, tools) {
    const [username = '', ...changes] = words;
    const account = await findPerson(tools, username);
    const stored = tools.repositories.settings;
    for (const entry of parseEntries(changes, isSystemSetting)) await stored.set(account.id, 'system', entry);
    for (const { key, value } of await stored.list(account.id, 'system')) tools.print(`${key}=${value}`);
  },
};

export const settingsCommands: Readonly<Record<string, Command>> = { organisation, settings };
