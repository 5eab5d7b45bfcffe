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

/** A name of which one part is one of these is taken for a service that helps in need (`sos.police` as in RFC 5031). */
const NAMES_OF_HELP: readonly string[] = ['sos', 'emergency', 'police'];

/** Names of those who run the server; operators may still give them to people. */
const NAMES_OF_STAFF: readonly string[] = ['support', 'operator'];

/** Services of social value, the same in all countries of the European Union (decision 2007/116/EC). */
const HELPLINE = /^116\d{3}$/;

/** A name as it would be dialled, without separators. */
const dialled = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[-+().\s]/g, '');

/**
 * Whether others would trust a user of this name in need, so that only operators may give it.
 * @param emergencyNumbers further numbers that this server calls emergency numbers
 */
export function isTrustedName(name: string, emergencyNumbers: readonly string[]): boolean {
  const lower = name.trim().toLowerCase();
  const number = dialled(name);
  return (
    HELPLINE.test(number) ||
    (number !== '' && emergencyNumbers.some((each) => dialled(each) === number)) ||
    NAMES_OF_STAFF.includes(lower) ||
    lower.split(/[._+-]/).some((part) => NAMES_OF_HELP.includes(part))
  );
}

/**
 * Whether a name is reserved, because other users would take its owner for someone else: a name in
 * RESERVED_NAMES, a short number such as 112, or a name with the prefix of anonymous callers.
 * @param name username, or user part of a SIP address
 */
export function isReservedName(name: string): boolean {
  const lower = name.trim().toLowerCase();
  const digits = dialled(name);
  const isShortNumber = /^\d+$/.test(digits) && digits.length < SHORTEST_NUMBER;
  return isShortNumber || RESERVED_NAMES.includes(lower) || lower.startsWith(ANONYMOUS_PREFIX);
}
