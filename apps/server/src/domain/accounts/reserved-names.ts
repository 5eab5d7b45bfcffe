import { ANONYMOUS_PREFIX } from './anonymous-caller.ts';
import { DEMO_AGENTS, MAILBOX_AGENT } from './demo-accounts.ts';

/** Names of digits are telephone numbers; short ones are services, some of them emergency services. */
const SHORTEST_NUMBER = 6;

/** Names of services of this server, and names that users could take for its operator. */
export const RESERVED_NAMES: readonly string[] = [
  ...DEMO_AGENTS,
  MAILBOX_AGENT,
  'admin',
  'administrator',
  'anonymous',
  'postmaster',
  'root',
];

/**
 * Names that no user may choose, because others would take the user for someone else: services of this
 * server, short numbers such as 112, and names with the prefix of anonymous callers.
 * @param name username, or user part of a SIP address
 */
export function isReservedName(name: string): boolean {
  const lower = name.trim().toLowerCase();
  const digits = lower.replaceAll(/[-+().\s]/g, '');
  const isShortNumber = /^\d+$/.test(digits) && digits.length < SHORTEST_NUMBER;
  return isShortNumber || RESERVED_NAMES.includes(lower) || lower.startsWith(ANONYMOUS_PREFIX);
}
