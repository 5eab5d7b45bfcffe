/** What the web client needs besides the calling core's ports. Adapters: `platform/`. */
import type { KeyValue, LoginAnswer, LoginRequest } from '@samtal/api-contract';
import type { MediaFailure } from '@samtal/call-core';

/** Why a call to the user API gave nothing usable. Status 0 = no answer within 10 s or no network (ERR-01, ERR-11). */
export type ApiFailure = {
  readonly ok: false;
  readonly status: number;
  readonly errorCode?: number;
  readonly failureText?: string;
};
export type ApiResult<T> = { readonly ok: true; readonly value: T } | ApiFailure;

/** The HTTP calls of requirements 3.2 that the client makes; never throws, never rejects. */
export interface UserApi {
  login(request: LoginRequest): Promise<ApiResult<LoginAnswer>>;
  logout(securityToken: string): Promise<ApiResult<void>>;
  getProperties(securityToken: string): Promise<ApiResult<readonly KeyValue[]>>;
  getSystemSettings(securityToken: string): Promise<ApiResult<readonly KeyValue[]>>;
  getWebSettings(securityToken: string): Promise<ApiResult<readonly KeyValue[]>>;
  /** Keeps one setting in the account (API-17). */
  setWebSetting(securityToken: string, setting: KeyValue): Promise<ApiResult<void>>;
}

/** Shows streams in elements, so that no MediaStream ever enters state or props. */
export interface MediaStage {
  /** Plays the other party's picture and sound in `element`; the returned function takes it out again. */
  attachRemote(callId: string, element: HTMLVideoElement): () => void;
  /** Shows the own camera of a call (muted). */
  attachLocal(callId: string, element: HTMLVideoElement): () => void;
  /** Opens the camera for a preview outside a call; its tracks are reused when a call starts (DIAL-05). */
  attachPreview(element: HTMLVideoElement, onFailure?: (failure: MediaFailure) => void): () => void;
}

/** Small strings that outlive the page (`local`) or the tab (`session`); a full or forbidden storage is no error. */
export interface KeyValueStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Removes everything. */
  clear(): void;
}

export type Opened =
  | { readonly ok: true; readonly secret: string }
  /** `isForGood`: this browser cannot read it any more; otherwise what reads it is not there at the moment. */
  | { readonly ok: false; readonly isForGood: boolean };

/** Keeps secrets so that only this browser can read them. */
export interface SecretBox {
  /** Undefined where that is impossible. */
  seal(secret: string): Promise<string | undefined>;
  open(sealed: string): Promise<Opened>;
}
