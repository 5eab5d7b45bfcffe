import type { AuditEvent } from '@samtal/api-contract';

/** An event of the audit, which shows misuse; it contains no secret. */
export type SecurityEvent = {
  readonly event: AuditEvent;
  /**
   * Username of an existing account. Other text that a visitor types as a username is never written, because
   * it may be a password.
   */
  readonly account?: string | undefined;
  /** Username of the operator or administrator who did it in the console, or `(samtal admin)`; absent = the user of the account. */
  readonly by?: string | undefined;
  /** Network address of the visitor. */
  readonly address?: string | undefined;
  readonly detail?: string | undefined;
};

export type Audit = (event: SecurityEvent) => void;
