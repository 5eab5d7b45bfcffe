/** Settings of a start that later starts and the operator's tool need, named as the environment variables. */
export const INSTALLATION_KEYS = [
  'SAMTAL_MODE',
  'SIP_DOMAIN',
  'PUBLIC_URL',
  'BRANDING_DIR',
  'SERVER_PROCESSES',
  'SIP_WS_URI',
  'MESSAGE_DAYS',
  'AUDIT_DAYS',
  'CALL_RECORD_DAYS',
  'ACCOUNT_DELETION_DAYS',
  'CONSOLE_SECOND_FACTOR',
] as const;

export type Installation = Readonly<Partial<Record<(typeof INSTALLATION_KEYS)[number], string>>>;

/**
 * Compares the domain with that of the first start. All stored addresses are in that domain, so with another
 * one no account could be reached.
 * @returns the problem with `sipDomain` and its remedy; undefined = there is none
 */
export function domainProblem(known: Installation, sipDomain: string): string | undefined {
  const domain = known.SIP_DOMAIN;
  if (domain === undefined || domain === sipDomain) return undefined;
  return `SIP_DOMAIN: the accounts of this DATA_DIR are at ${domain}, not at ${sipDomain}. Set SIP_DOMAIN=${domain}, or choose another DATA_DIR.`;
}

/** With another mode, domain or address beside others, a process would harm the accounts, links and passkeys of all. */
const SAME_FOR_ALL = ['SAMTAL_MODE', 'SIP_DOMAIN', 'PUBLIC_URL'] as const;

const isAnother = (known: string | undefined, own: string | undefined): boolean =>
  known !== undefined && own !== undefined && known !== own;

/**
 * Compares the settings of a process with those of the others on the same database (decision D105).
 * @returns the problem and its remedy; undefined = there is none
 */
export function processProblem(known: Installation, own: Installation): string | undefined {
  const key = SAME_FOR_ALL.find((each) => isAnother(known[each], own[each]));
  return key === undefined
    ? undefined
    : `The other server processes run with ${key}=${known[key]}, this one with ${key}=${own[key]}. Give all of them the same settings. To change this one, stop all of them first.`;
}

/** Names of settings that this process has otherwise than the one that has started last. */
export const differingSettings = (known: Installation, own: Installation): readonly string[] =>
  INSTALLATION_KEYS.filter((key) => isAnother(known[key], own[key]) && key !== 'BRANDING_DIR');
