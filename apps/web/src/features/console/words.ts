import type { ConsoleAccess, ListedCall, PersonSummary, Role, SecondFactor } from '@samtal/api-contract';
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

export const OUTCOME_WORDS: Readonly<Record<ListedCall['outcome'], TextKey>> = {
  running: 'console.call_running',
  answered: 'console.call_answered',
  busy: 'console.call_busy',
  declined: 'console.call_declined',
  unknown: 'console.call_unknown',
  unreachable: 'console.call_unreachable',
  unanswered: 'console.call_unanswered',
  cancelled: 'console.call_cancelled',
  failed: 'console.call_failed',
};

export const KIND_WORDS: Readonly<Record<ListedCall['kind'], TextKey>> = {
  video: 'console.kind_video',
  voice: 'console.kind_voice',
  text: 'console.kind_text',
  other: 'console.kind_else',
};

/** A word of a list as the begin of a line. */
export const capitalised = (word: string, language: string): string =>
  word.slice(0, 1).toLocaleUpperCase(language) + word.slice(1);

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

/** A day in UTC, such as `2026-11-25`, in the language of the page. */
export function dayWords(language: string, day: string): string {
  const locale = dateLocale(language, navigator.languages);
  const at = new Date(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}
