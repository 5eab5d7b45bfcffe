/** Gives the SIP server the accounts that may register and be called. */
export type SipDirectory = {
  /**
   * All secrets that are valid now for a digest username; empty = unknown or not active.
   * @param address the sender's address in From, because all anonymous callers have the same username
   */
  findCredentials(username: string, address: string): Promise<readonly SipCredentials[]>;
  /**
   * Notes that a session has authenticated: the SIP connection of an open page extends the session.
   * Called only where `isTouchDue`: most registrations write nothing.
   */
  touchSession(sessionId: string): Promise<void>;
  /**
   * Whether an active account has the address. Without a binding, such an address gets 480, others 404
   * (A-056).
   */
  isKnownAddress(address: string): Promise<boolean>;
};

/** A secret, and the user that it authenticates. */
export type SipCredentials = {
  readonly user: SipUser;
  readonly sipPassword: string;
  /** Whether the recorded use of the session is so old that this one must be recorded. */
  readonly isTouchDue: boolean;
};

export type SipUser = {
  readonly username: string;
  /** `user@domain` in lower case. */
  readonly addresses: readonly string[];
  /** Opaque id of the session or device that owns this secret; undefined = a server agent (decision D48). */
  readonly sessionId: string | undefined;
  /** Whether this is a server agent, which answers its calls from within this server (decision D28). */
  readonly isServerAgent: boolean;
  /**
   * Whether this is an anonymous caller, who can get a new identity, with a new address, at no cost.
   */
  readonly isAnonymous: boolean;
};
