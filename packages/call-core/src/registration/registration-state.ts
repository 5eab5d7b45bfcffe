/** SIP registration (STATE-33); `inCall` of the specification is `registered` while a call is on. */
export type RegistrationState =
  | { readonly phase: 'unregistered'; readonly isTemporary: boolean; readonly refusal?: { readonly status: number; readonly reason: string } }
  | { readonly phase: 'registering'; readonly attempt: number }
  | { readonly phase: 'registered' };
