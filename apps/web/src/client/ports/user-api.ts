import type { KeyValue, LoginAnswer, LoginRequest } from '@samtal/api-contract';

/** Why a request to the user API failed. Status 0 = no answer within 10 s or no network (ERR-01, ERR-11). */
export type ApiFailure = {
  readonly ok: false;
  readonly status: number;
  readonly errorCode?: number;
  readonly failureText?: string;
};
export type ApiResult<T> = { readonly ok: true; readonly value: T } | ApiFailure;

/**
 * The client's HTTP requests about session, settings and user data (docs/requirements.md 3.2). No function
 * throws, no promise rejects.
 */
export interface UserApi {
  login(request: LoginRequest): Promise<ApiResult<LoginAnswer>>;
  /** @returns the address at which the provider of the login ends its own session (decision D99) */
  logout(securityToken: string): Promise<ApiResult<string | undefined>>;
  getProperties(securityToken: string): Promise<ApiResult<readonly KeyValue[]>>;
  getSystemSettings(securityToken: string): Promise<ApiResult<readonly KeyValue[]>>;
  getWebSettings(securityToken: string): Promise<ApiResult<readonly KeyValue[]>>;
  /** Stores one setting in the account (API-17). */
  setWebSetting(securityToken: string, setting: KeyValue): Promise<ApiResult<void>>;
}
