/** The answer that refused a REGISTER. */
export type SipRefusal = { readonly status: number; readonly reason: string };

/** SIP registration (STATE-33); the specification's `inCall` is `registered` during a call. */
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
  /** Before logout: waits for the answer for at most 2 s (REG-12). */
  | { readonly phase: 'unregistering' };
