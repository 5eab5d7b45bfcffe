/** Settings of a start that later starts and the operator's tool need, named as the environment variables. */
export const INSTALLATION_KEYS = [
  'SAMTAL_MODE',
  'SIP_DOMAIN',
  'PUBLIC_URL',
  'BRANDING_DIR',
  'SERVER_PROCESSES',
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
