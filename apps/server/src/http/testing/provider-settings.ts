import type { ProviderSettings } from '../../oidc/provider-settings.ts';

/** Settings as they are where the operator sets nothing but what must be set. */
export const providerSettings = (issuer: string, more: Partial<ProviderSettings> = {}): ProviderSettings => ({
  issuer,
  clientId: 'samtal',
  clientSecret: 'client-secret-of-the-tests',
  scopes: 'openid profile email',
  label: 'Staff',
  claims: {
    username: 'preferred_username',
    email: 'email',
    forename: 'given_name',
    surname: 'family_name',
  },
  trustsEmail: false,
  mailDomains: [],
  requiredClaim: undefined,
  roles: undefined,
  makesAccounts: false,
  matchesEmail: false,
  hasPasswords: true,
  ...more,
});

/** A provider that does not run. */
export const unreachableProvider = providerSettings('http://127.0.0.1:1');
