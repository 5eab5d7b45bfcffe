import type { ConsoleAccess, PersonSummary, Role, SecondFactor } from '@samtal/api-contract';
import type { TFunction } from 'i18next';
import { dateLocale } from '../../client/format/time.ts';
import type { TextKey } from '../../i18n/index.ts';

export const STATUS_WORDS: Readonly<Record<PersonSummary['status'], TextKey>> = {
  active: 'console.active',
  disabled: 'console.disabled',
  unverified: 'console.unverified',
  awaitingApproval: 'console.awaiting',
};

export const ROLE_WORDS: Readonly<Record<Role | 'none', TextKey>> = {
  none: 'console.role_none',
  operator: 'console.role_operator',
  administrator: 'console.role_administrator',
  support: 'console.role_support',
};

export const FACTOR_WORDS: Readonly<Record<SecondFactor, TextKey>> = {
  app: 'secondfactor.app_title',
  recovery: 'secondfactor.codes_title',
  passkey: 'secondfactor.passkeys_title',
};

/** The name of an organisation, or its number if it has no name. */
export const organisationName = (t: TFunction, { organisations }: ConsoleAccess, id: number): string => {
  const name = organisations.find((each) => each.id === id)?.name ?? '';
  return name === '' ? t('console.organisation_number', { number: id }) : name;
};

/** Day and time in the language of the page; undefined = never. */
export function momentOf(t: TFunction, language: string, at: number | undefined): string {
  if (at === undefined) return t('console.never');
  const locale = dateLocale(language, navigator.languages);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
