import type { PushSubscriptionBody } from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

/** Why this device cannot ring while no page is open. */
export type PushBlock =
  /** The browser has no web push, or the page is not a secure context. */
  | 'unsupported'
  /** An iPhone or iPad: only an app on the home screen may use web push. */
  | 'homeScreen'
  /** The user, or the browser for the user, has blocked notifications. */
  | 'denied';

/** A subscription as the browser's maker has made it. */
export type PushAddress = Pick<PushSubscriptionBody, 'endpoint' | 'keys'>;

/** Web push of this browser (RFC 8030). Adapter: `platform/web-push/`. */
export interface PushDevice {
  /** Undefined if the device can ring, or if the user can be asked. */
  blockedBy(): PushBlock | undefined;
  /** Whether the user has allowed notifications. */
  isAllowed(): boolean;
  /**
   * Asks the user for the permission of notifications. Browsers ask only directly after a press of the user.
   * @returns whether notifications are allowed
   */
  ask(): Promise<boolean>;
  /**
   * The subscription for the server with this public key, a new one if there is none or if it is for another
   * key. Resolves to undefined if the push service gives none now.
   */
  subscribe(serverKey: string): Promise<PushAddress | undefined>;
  /** Ends the subscription in this browser: what is still pushed to it, the push service refuses. */
  unsubscribe(): Promise<void>;
  /** Removes the notifications with this tag. */
  closeNotices(tag: string): void;
}

/** The requests about web push (docs/requirements.md 3.2). No promise rejects. */
export interface WebPushApi {
  /** The server's public key; 404 if the server pushes nothing. */
  getKey(securityToken: string): Promise<ApiResult<string>>;
  subscribe(securityToken: string, body: PushSubscriptionBody): Promise<ApiResult<unknown>>;
  unsubscribe(securityToken: string, instance: string): Promise<ApiResult<unknown>>;
}
