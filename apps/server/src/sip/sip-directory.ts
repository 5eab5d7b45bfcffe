/** The accounts that may register and be called; implemented over the accounts and their sessions. */
export type SipDirectory = {
  /**
   * All secrets that are valid now for a digest username; empty = unknown or not active.
   * @param address of the sender in From: anonymous callers share one username
   */
  findCredentials(username: string, address: string): Promise<readonly SipCredentials[]>;
  /**
   * Notes that a session has authenticated: the SIP connection of an open page extends the session.
   */
  touchSession(sessionId: string): Promise<void>;
  /** Whether the address belongs to an account: decides between 404 and 480. */
  isKnownAddress(address: string): Promise<boolean>;
};

/** A secret, and the user that it authenticates. */
export type SipCredentials = { readonly user: SipUser; readonly sipPassword: string };

export type SipUser = {
  readonly username: string;
  /** `user@domain` in lower case. */
  readonly addresses: readonly string[];
  /** Opaque id of the session or device that owns this secret; undefined = a server agent (decision D48). */
  readonly sessionId: string | undefined;
  /** A server agent: it answers all calls from within this server (decision D28). */
  readonly isServerAgent: boolean;
  /** Has no account; the address is a pseudonym, and such a caller gets a new identity at no cost. */
  readonly isAnonymous: boolean;
};
