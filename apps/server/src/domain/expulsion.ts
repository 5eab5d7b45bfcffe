/** What the SIP server must end at once: every connection of an account, or those of one session. */
export type Expulsion = { readonly username: string } | { readonly sessionId: string };
