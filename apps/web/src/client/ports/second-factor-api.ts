import type { NewApp, PasskeyProof, SecondFactorState, StrongProof } from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

/** What asks for a passkey: a session, or a log-in that waits for its second step. */
export type PasskeyAsker = { readonly securityToken: string } | { readonly ticket: string };

/** The requests about the second step of the log-in (decision D100). No function throws, no promise rejects. */
export interface SecondFactorApi {
  state(securityToken: string): Promise<ApiResult<SecondFactorState>>;
  /** Asks for the secret of an authenticator app. */
  beginApp(securityToken: string, proof: StrongProof): Promise<ApiResult<NewApp>>;
  /** @returns the recovery codes, if this is the first factor */
  confirmApp(securityToken: string, code: string): Promise<ApiResult<readonly string[]>>;
  renewCodes(securityToken: string, proof: StrongProof): Promise<ApiResult<readonly string[]>>;
  /**
   * Lets the browser make a passkey, and adds it.
   * @returns the recovery codes, if this is the first factor
   */
  addPasskey(securityToken: string, proof: StrongProof, name: string): Promise<ApiResult<readonly string[]>>;
  /** @param factor `app`, `all`, or the id of a passkey */
  remove(securityToken: string, factor: string, proof: StrongProof): Promise<ApiResult<void>>;
  /** Lets the browser ask for a passkey; a user who cancels gets `secondFactorNeeded`. */
  askPasskey(asker: PasskeyAsker): Promise<ApiResult<PasskeyProof>>;
}
