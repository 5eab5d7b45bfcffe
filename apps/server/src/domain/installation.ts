/** Facts of a start that later starts and the operator's tool need; named like the environment variables. */
export const INSTALLATION_KEYS = ['SAMTAL_MODE', 'SIP_DOMAIN', 'PUBLIC_URL', 'BRANDING_DIR'] as const;

export type Installation = Readonly<Partial<Record<(typeof INSTALLATION_KEYS)[number], string>>>;

/**
 * All addresses are in the domain of the first start: in another domain no account could be reached.
 * @returns the problem with `sipDomain` and its remedy
 */
export function domainProblem(known: Installation, sipDomain: string): string | undefined {
  const domain = known.SIP_DOMAIN;
  if (domain === undefined || domain === sipDomain) return undefined;
  return `SIP_DOMAIN: the accounts of this DATA_DIR are at ${domain}, not at ${sipDomain}. Set SIP_DOMAIN=${domain}, or choose another DATA_DIR.`;
}
