/** Which calls do not ring because the callee does not want to be disturbed (decision D86). */
export type DoNotDisturb = {
  /**
   * Whether the callee does not take a call of this caller now. Addresses are `user@domain` in lower case. Never
   * rejects: a call whose callee cannot be asked about rings.
   */
  readonly turnsAway: (callee: string, caller: string) => Promise<boolean>;
  /** Whether the caller has one of the emergency numbers of the callee, which may be forged. Never rejects. */
  readonly isCallBack: (callee: string, caller: string) => Promise<boolean>;
  /** A user calls this address: an emergency call ends do not disturb, so that a call back rings. */
  readonly called: (caller: string, callee: string) => void;
};
