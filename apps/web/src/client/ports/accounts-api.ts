import type {
  CaptchaChallenge,
  KeyValue,
  RegistrationAnswer,
  RegistrationRequest,
  UniquenessRequest,
} from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

export type RegistrationWish = {
  readonly payload: RegistrationRequest;
  /** The server makes the password and sends it by mail (SIGNUP-29). */
  readonly isPasswordGenerated: boolean;
  readonly isMailWanted: boolean;
  readonly language: string;
  /** What solved the captcha; undefined = the brand has none. */
  readonly captcha: string | undefined;
};

export type ResetWish = {
  /** Who forgot their password, by one of the two (RESET-05). */
  readonly identifier: { readonly username: string } | { readonly email: string };
  readonly organisationId: string;
  readonly language: string;
  readonly captcha: string | undefined;
};

/** What the link in the mail carried, and the password that was chosen (RESET-13). */
export type NewPasswordWish = { readonly key: string; readonly uid: string; readonly password: string };

export type SendingOptions = {
  /** The server takes secrets as a POST, so that none is in an address (decision D22). */
  readonly isPosted: boolean;
};

/** An account whose address has been proved (API-13). */
export type Verified = {
  readonly properties: readonly KeyValue[];
  /** An administrator decides when it can be used. */
  readonly needsApproval: boolean;
};

/** The calls of requirements 3.2 about accounts; never throws, never rejects. */
export interface AccountsApi {
  /** What an organisation decides about its people (API-10). */
  getOrganisationSettings(organisationId: string): Promise<ApiResult<readonly KeyValue[]>>;
  /**
   * Ok = nobody has this value (API-11, A-022).
   * @param securityToken of somebody whose own value counts as free
   */
  checkIsFree(request: UniquenessRequest, securityToken?: string): Promise<ApiResult<void>>;
  register(wish: RegistrationWish): Promise<ApiResult<RegistrationAnswer>>;
  verify(userId: string, verificationKey: string): Promise<ApiResult<Verified>>;
  requestPasswordReset(wish: ResetWish): Promise<ApiResult<void>>;
  setNewPassword(wish: NewPasswordWish, options: SendingOptions): Promise<ApiResult<void>>;
  /** Changes one property of the caller's account; a new password comes with a new SIP secret (API-08, decision D8). */
  setProperty(
    securityToken: string,
    property: KeyValue,
    options: SendingOptions,
  ): Promise<ApiResult<{ readonly sipPassword?: string | undefined }>>;
  /** A task for the built-in captcha. */
  newCaptcha(): Promise<ApiResult<CaptchaChallenge>>;
}
