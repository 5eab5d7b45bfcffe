import type {
  CaptchaChallenge,
  KeyValue,
  ProviderPurpose,
  ProviderState,
  RegistrationAnswer,
  RegistrationRequest,
  StrongProof,
  UniquenessRequest,
} from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

export type RegistrationSubmission = {
  readonly payload: RegistrationRequest;
  /** The server creates the password and sends it by mail (SIGNUP-29). */
  readonly isPasswordGenerated: boolean;
  readonly isMailWanted: boolean;
  readonly language: string;
  /** The answer of the captcha; undefined = the brand has none. */
  readonly captcha: string | undefined;
};

export type ResetRequest = {
  /** The user who forgot their password, by user name or e-mail address (RESET-05). */
  readonly identifier: { readonly username: string } | { readonly email: string };
  readonly organisationId: string;
  readonly language: string;
  readonly captcha: string | undefined;
};

/** The parameters of the link in the mail, and the new password (RESET-13). */
export type NewPasswordRequest = { readonly key: string; readonly uid: string; readonly password: string };

export type SendingOptions = {
  /** The server accepts secrets in a POST body, so that no address contains them (decision D22). */
  readonly isPosted: boolean;
};

/** An account whose e-mail address is verified (API-13). */
export type Verified = {
  readonly properties: readonly KeyValue[];
  /** An administrator must approve the account before it can be used. */
  readonly needsApproval: boolean;
};

/** The requests about accounts (docs/requirements.md 3.2). No function throws, no promise rejects. */
export interface AccountsApi {
  /** The settings of an organisation (API-10). */
  getOrganisationSettings(organisationId: string): Promise<ApiResult<readonly KeyValue[]>>;
  /**
   * Asks whether a value of a new account, such as its username, is free: ok = no account has it (API-11,
   *
   * @param securityToken the token of a signed-in user, whose own value counts as free
   */
  checkIsFree(request: UniquenessRequest, securityToken?: string): Promise<ApiResult<void>>;
  register(submission: RegistrationSubmission): Promise<ApiResult<RegistrationAnswer>>;
  verify(userId: string, verificationKey: string): Promise<ApiResult<Verified>>;
  requestPasswordReset(request: ResetRequest): Promise<ApiResult<void>>;
  setNewPassword(request: NewPasswordRequest, options: SendingOptions): Promise<ApiResult<void>>;
  /**
   * Changes a property of the account. The answer to a new password contains a new SIP secret (API-08,
   * decision D8). Accounts with a role need the current password with it.
   */
  setProperty(
    securityToken: string,
    property: KeyValue & { readonly currentPassword?: string },
    options: SendingOptions,
  ): Promise<ApiResult<{ readonly sipPassword?: string | undefined }>>;
  /**
   * Asks for a file with everything that the server stores about the user (decision D96).
   * @returns its address, which works once, within a minute
   */
  exportData(securityToken: string, password: string): Promise<ApiResult<string>>;
  /** Asks for the deletion of the account. @returns when it is deleted, milliseconds since the epoch */
  deleteAccount(securityToken: string, password: string): Promise<ApiResult<number>>;
  /** How the account logs in at the provider (decision D99). */
  providerState(securityToken: string): Promise<ApiResult<ProviderState>>;
  /**
   * Asks for a log-in at the provider that confirms who the user is, or connects the account.
   * @returns the address that begins it, which works once
   */
  startAtProvider(
    securityToken: string,
    wish: StrongProof & { readonly purpose: ProviderPurpose; readonly returnPath: string },
  ): Promise<ApiResult<string>>;
  disconnectProvider(securityToken: string, password: string): Promise<ApiResult<void>>;
  /** A challenge for the built-in captcha. */
  newCaptcha(): Promise<ApiResult<CaptchaChallenge>>;
}
