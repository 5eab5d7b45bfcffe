/**
 * An order to the SIP server: ends all connections of an account immediately, or those of one session when
 * their calls have ended (D40, D48).
 */
export type Revocation = { readonly username: string } | { readonly sessionId: string };
