/** Connections that the SIP server must end immediately: all of an account, or those of one session. */
export type Revocation = { readonly username: string } | { readonly sessionId: string };
