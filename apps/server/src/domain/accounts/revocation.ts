/** An order to the SIP server to end connections immediately: all of an account, or those of one session. */
export type Revocation = { readonly username: string } | { readonly sessionId: string };
