import type { Admission } from '../domain/accounts/provider-claims.ts';

/** An OpenID Connect provider at which users log in (decision D99). */
export type ProviderSettings = Admission & {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** Separated by spaces. */
  readonly scopes: string;
  /** The name of the provider on the button. */
  readonly label: string;
  /** Whether a person without an account gets one. */
  readonly makesAccounts: boolean;
  /** Whether a verified e-mail address is enough to use the account that has it. */
  readonly matchesEmail: boolean;
  /** Whether users may still log in with passwords. */
  readonly hasPasswords: boolean;
};
