/** SIP registration (STATE-33); `inCall` of the specification is `registered` while a call is on. */
export type RegistrationState =
  | {
      readonly phase: 'unregistered';
      readonly isTemporary: boolean;
      readonly refusal?: { readonly status: number; readonly reason: string };
    }
  | { readonly phase: 'registering'; readonly attempt: number }
  | { readonly phase: 'registered' }
  /** Before logout: waits for the answer, at most 2 s (REG-12). */
  | { readonly phase: 'unregistering' };
