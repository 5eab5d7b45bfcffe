/** Who may register and be called; implemented over the accounts and their sessions. */
export type SipDirectory = {
  /**
   * Every secret that holds now for a digest username; empty = unknown or not active.
   * @param address of who sends the request: anonymous callers share one username
   */
  findCredentials(username: string, address: string): Promise<readonly SipCredentials[]>;
  /** A session has proved itself: an open page keeps its session by its SIP connection alone. */
  touchSession(sessionId: string): Promise<void>;
  /** Whether the address belongs to an account: decides between 404 and 480. */
  isKnownAddress(address: string): Promise<boolean>;
};

/** A secret, and who proves to be there by it. */
export type SipCredentials = { readonly user: SipUser; readonly sipPassword: string };

export type SipUser = {
  readonly username: string;
  /** `user@domain` in lower case. */
  readonly addresses: readonly string[];
  /** Of the session or device that has this secret, opaque; undefined = a server agent (decision D48). */
  readonly sessionId: string | undefined;
  /** Answers whoever calls, from within this server (decision D28). */
  readonly isParty: boolean;
  /** Has no account; the address is a pseudonym, and a new identity costs such a caller nothing. */
  readonly isAnonymous: boolean;
};
