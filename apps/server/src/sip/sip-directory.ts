/** Who may register and be called; implemented over the account repository. */
export type SipDirectory = {
  /**
   * By digest username; undefined = unknown or not active.
   * @param address of who sends the request: anonymous callers share one username
   */
  findCredentials(username: string, address: string): Promise<SipUser | undefined>;
  /** Whether the address belongs to an account: decides between 404 and 480. */
  isKnownAddress(address: string): Promise<boolean>;
};

export type SipUser = {
  readonly username: string;
  /** `user@domain` in lower case. */
  readonly addresses: readonly string[];
  readonly sipPassword: string;
  /** Answers whoever calls, from within this server (decision D28). */
  readonly isParty: boolean;
  /** Has no account; a new identity costs such a caller nothing. */
  readonly isAnonymous: boolean;
};
