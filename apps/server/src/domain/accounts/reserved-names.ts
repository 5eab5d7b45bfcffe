import { ANONYMOUS_PREFIX } from './anonymous-caller.ts';
import { DEMO_AGENTS, MAILBOX_AGENT, TEXT_GATEWAY_AGENT, WEB_PUSH_AGENT } from './demo-accounts.ts';

/**
 * Least number of digits of a telephone number. A name that is a shorter number is that of a service, such as
 * an emergency service.
 */
const SHORTEST_NUMBER = 6;

/** Names of server agents, and names that users could mistake for those of the operator. */
export const RESERVED_NAMES: readonly string[] = [
  ...DEMO_AGENTS,
  MAILBOX_AGENT,
  WEB_PUSH_AGENT,
  TEXT_GATEWAY_AGENT,
  'admin',
  'administrator',
  'anonymous',
  'postmaster',
  'root',
];

/**
 * Whether a name is reserved, because other users would take its owner for someone else: a name in
 * RESERVED_NAMES, a short number such as 112, or a name with the prefix of anonymous callers.
 * @param name username, or user part of a SIP address
 */
export function isReservedName(name: string): boolean {
  const lower = name.trim().toLowerCase();
  const digits = lower.replaceAll(/[-+().\s]/g, '');
  const isShortNumber = /^\d+$/.test(digits) && digits.length < SHORTEST_NUMBER;
  return isShortNumber || RESERVED_NAMES.includes(lower) || lower.startsWith(ANONYMOUS_PREFIX);
}
