import * as z from 'zod/mini';
import { daySchema } from './calls.ts';

/** The events of the audit, written as those of the log; their names are the same in the file, in the documents and on screens. */
export const AUDIT_EVENTS = [
  'logged_in',
  'login_refused',
  'login_held_up',
  'logged_out',
  'account_created',
  'account_verified',
  'account_status_changed',
  'account_removed',
  'password_changed',
  'password_reset_requested',
  'email_change_requested',
  'email_changed',
  'password_reset',
  'link_refused',
  'captcha_refused',
  'kiosk_link_minted',
  'kiosk_link_shown',
  'kiosk_link_ended',
  'kiosk_links_ended',
  'sip_device_added',
  'sip_device_removed',
  'sip_secrets_exported',
  'setting_changed',
  'directory_entry_added',
  'directory_entry_changed',
  'directory_entry_removed',
  'directory_replaced',
  'directory_exported',
  'service_added',
  'service_changed',
  'service_removed',
  'services_replaced',
  'too_many_requests',
  'anonymous_refused',
  'data_exported',
  'deletion_requested',
  'deletion_cancelled',
  'identity_connected',
  'identity_disconnected',
  'sessions_ended_by_provider',
  'logout_token_refused',
  'role_changed',
  'logged_out_everywhere',
  'password_link_made',
  'people_exported',
  'contacts_exported',
  'contacts_imported',
  'calls_exported',
  'audit_exported',
  'database_backed_up',
  'database_restored',
  'database_moved',
  'console_refused',
  'second_factor_asked',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Entries in one page of the audit. */
export const ENTRIES_PER_PAGE = 50;

/** Query of GET console/audit/table: which entries. */
export const auditFilterSchema = z.object({
  /** Days in UTC; both are included. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  /** Words that must be in the entry: usernames, network address, detail. */
  search: z.optional(z.string().check(z.maxLength(255))),
  event: z.optional(z.enum(AUDIT_EVENTS)),
});

export type AuditFilter = z.infer<typeof auditFilterSchema>;

/** Query of GET console/audit: which entries, and the value of `next` of the page before. */
export const auditQuerySchema = z.extend(auditFilterSchema, {
  before: z.optional(z.string().check(z.regex(/^\d{1,20}-\d{1,16}$/))),
});

const auditEntrySchema = z.object({
  /** Milliseconds since the epoch. */
  time: z.number(),
  /** One of `AUDIT_EVENTS`, or a name that an earlier version had. */
  event: z.string(),
  /** Username of the account that it is about. */
  account: z.optional(z.string()),
  /** Username of the operator or administrator who did it. */
  by: z.optional(z.string()),
  /** Network address. */
  address: z.optional(z.string()),
  detail: z.optional(z.string()),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Answer of GET console/audit: entries, the newest first. A page may have few, or none, although more follow. */
export const auditAnswerSchema = z.object({
  entries: z.array(auditEntrySchema),
  next: z.optional(z.string()),
  /** Where the search has stopped, if the page is not full: milliseconds since the epoch. */
  searchedTo: z.optional(z.number()),
});

export type AuditAnswer = z.infer<typeof auditAnswerSchema>;
