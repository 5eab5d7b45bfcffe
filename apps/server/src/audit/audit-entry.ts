import type { AuditEntry, AuditEvent } from '@samtal/api-contract';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The account had this name from here on, or until here: an earlier account may have had the same name. */
export const BORDERS: readonly AuditEvent[] = ['account_created', 'account_removed'];

/** Whether a line may be a border: without reading the rest of it, and also by the name that the border had before. */
export const mayBeBorder = (line: string): boolean => /"account_?(?:created|removed)"/i.test(line);

/** The name of an event as it is now: earlier versions wrote names such as `loggedIn`. */
const presentName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The latest moment that a date can be (ECMA-262 §21.4.1.1). */
const MOST_TIME = 8.64e15;

/** The entry in a line of the audit; undefined = it cannot be read. */
export function entryIn(line: string): AuditEntry | undefined {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null) return undefined;
  const { time, event, account, by, address, detail }: Record<string, unknown> = { ...read };
  if (typeof event !== 'string' || typeof time !== 'number') return undefined;
  if (!Number.isInteger(time) || Math.abs(time) > MOST_TIME) return undefined;
  return {
    time,
    event: presentName(event),
    account: textOf(account),
    by: textOf(by),
    address: textOf(address),
    detail: textOf(detail),
  };
}

/** The time of a line, without reading the rest of it. */
export function timeIn(line: string): number | undefined {
  const found = /"time":(\d{1,15})\b/.exec(line);
  return found === null ? undefined : Number(found[1]);
}
