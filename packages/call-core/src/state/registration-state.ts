/** How a REGISTER was refused. */
export type SipRefusal = { readonly status: number; readonly reason: string };

/** SIP registration (STATE-33); `inCall` of the specification is `registered` while a call is on. */
export type RegistrationState =
  | {
      readonly phase: 'unregistered';
      readonly isTemporary: boolean;
      readonly refusal?: SipRefusal;
    }
  | {
      readonly phase: 'registering';
      readonly attempt: number;
      /** The last refusal, until a registration succeeds. */
      readonly refusal?: SipRefusal;
    }
  | { readonly phase: 'registered' }
  /** Before logout: waits for the answer, at most 2 s (REG-12). */
  | { readonly phase: 'unregistering' };
