/** What later starts and the operator's tool must know of a start; named as the environment variables. */
export const INSTALLATION_KEYS = ['SAMTAL_MODE', 'SIP_DOMAIN', 'PUBLIC_URL', 'BRANDING_DIR'] as const;

export type Installation = Readonly<Partial<Record<(typeof INSTALLATION_KEYS)[number], string>>>;

/**
 * Every account has its address at the domain of the first start, so another one would leave all of them unreachable.
 * @returns what is wrong with `sipDomain` and what to do
 */
export function domainProblem(known: Installation, sipDomain: string): string | undefined {
  const domain = known.SIP_DOMAIN;
  if (domain === undefined || domain === sipDomain) return undefined;
  return `SIP_DOMAIN: the accounts of this DATA_DIR are at ${domain}, not at ${sipDomain}. Set SIP_DOMAIN=${domain}, or choose another DATA_DIR.`;
}
