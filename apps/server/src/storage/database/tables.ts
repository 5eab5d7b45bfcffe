import type { Role } from '@samtal/api-contract';
import type { Generated } from 'kysely';
import type { AccountStatus } from '../../domain/accounts/account.ts';
import type { KeyPurpose } from '../../domain/accounts/link-rules.ts';
import type { PeopleTables } from './people-tables.ts';

/** The database for Kysely, as created by `migrations/`. */
export type Tables = {
  account: {
    id: string;
    kind: 'person' | 'party' | 'anonymous';
    username: string;
    password_hash: string | null;
    /** Only server agents have one; the secrets of people are in `session`. */
    sip_secret: string | null;
    organisation_id: number;
    status: AccountStatus;
    language: string | null;
    role: Role | null;
    /** 1 = the role came from the OpenID Connect provider. */
    is_role_of_provider: 0 | 1;
    /** How often the role has changed (`0022-account-proofs.ts`). */
    role_changes: number;
    /** How often the account was logged out everywhere (`0025-log-outs.ts`). */
    log_outs: number;
    /** The e-mail address that the user has proved, in small letters. */
    verified_email: string | null;
    last_login_at: number | null;
    /** As `personSearchText` returns it. */
    search_text: Generated<string>;
  };
  account_address: { address: string; account_id: string; position: number };
  account_property: { account_id: string; key: string; value: string; position: number };
  /** A view: each address of an active account with each of its valid secrets. */
  sip_account: { username: string; domain: string; password: string };
  /** The network address of an anonymous caller as `subnetOf` returns it. */
  anonymous_caller: { account_id: string; subnet: string; added_at: number };
  /** A session of the user API has a token; a device has a name. */
  session: {
    id: string;
    account_id: string;
    token_hash: string | null;
    device_name: string | null;
    sip_secret: string | null;
    last_used_at: number;
    /** The one-click link with which it began, '' = one without a row; null = it began otherwise. */
    kiosk_link: string | null;
  };
  /** A one-click link that works (`0023-kiosk-links.ts`). */
  kiosk_link: {
    id: string;
    organisation_id: number;
    /** null = an anonymous caller. */
    account_id: string | null;
    name: string;
    callee: string;
    ivr: string;
    ref: string;
    made_by: string;
    made_at: number;
    expires_at: number;
  };
  /** A device that gets web pushes (`0011-push-subscriptions.ts`). */
  push_subscription: {
    id: string;
    account_id: string;
    /** The session that last renewed the subscription. */
    session_id: string;
    /** The device logs in by itself: the subscription outlives the session. */
    is_staying: 0 | 1;
    instance: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    language: string;
    renewed_at: number;
  };
  /** An established dialog (`0012-dialogs.ts`); `content` is a `SavedDialog` in JSON. */
  dialog: { token: string; content: string };
  /** A `CallRecord` (`0013-call-records.ts`); lists of kinds are separated by commas. */
  call_record: {
    id: string;
    call_id: string;
    caller: string;
    callee: string;
    caller_organisation: number | null;
    callee_organisation: number | null;
    began_at: number;
    answered_at: number | null;
    ended_at: number | null;
    status: number | null;
    ending: string | null;
    offered: string;
    used: string;
  };
  /** One row: when the server was last known to run. */
  call_clock: { id: number; seen_at: number };
  /** A deletion that the user has asked for (`0015-account-deletions.ts`). */
  account_deletion: {
    account_id: string;
    asked_at: number;
    due_at: number;
    /** Until then one process carries the deletion out; 0 = none has begun. */
    claimed_until: number;
  };
  /** Who an account is at an OpenID Connect provider (`0016-identities.ts`). */
  identity: { issuer: string; subject: string; account_id: string; connected_at: number };
  /** A session that began at a provider; `sid` is the session there. */
  provider_session: {
    session_id: string;
    issuer: string;
    subject: string;
    sid: string | null;
    /** What the provider is shown at the log-out. */
    id_token: string;
  };
  /** The authenticator app of an account (`0021-second-factor.ts`); `last_step`: the step of the last code that was used. */
  authenticator_app: { account_id: string; sealed_secret: string; last_step: number; added_at: number };
  recovery_code: { account_id: string; code_hash: string };
  passkey: {
    id: string;
    account_id: string;
    name: string;
    credential_id: string;
    public_key: string;
    sign_count: number;
    transports: string;
    added_at: number;
    last_used_at: number | null;
  };
  one_time_key: {
    key_hash: string;
    account_id: string;
    purpose: KeyPurpose;
    expires_at: number;
    used_at: number | null;
    is_revoked: Generated<number>;
    email: string | null;
  };
  organisation_setting: { organisation_id: number; key: string; value: string };
  expulsion: { id: Generated<number>; username: string | null; session_id: string | null };
  installation: { key: string; value: string };
  /** A secret of all server processes (`0019-server-processes.ts`), base64url. */
  server_secret: { name: string; value: string };
  /** Attempts under one key: their times in milliseconds, separated by commas. Keys here and below are hashed. */
  counted_attempt: { name: string; key: string; times: string; until: number };
  /** What all server processes remember for a short time. */
  short_lived: { kind: string; key: string; value: string; since: number; until: number };
  /** A mail that no mail server has taken yet, in JSON; names are in the order of time. */
  waiting_mail: { name: string; content: string; bytes: number };
  /** A line of the audit about an account, in JSON. */
  audit_entry: { id: string; at: number; account: string; line: string };
  setting: { account_id: string; kind: 'web' | 'system'; key: string; value: string };
} & PeopleTables;
