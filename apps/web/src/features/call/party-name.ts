import type { Party } from '@samtal/call-core';

/** Controls and direction marks: a display name is written by the other side and must not rearrange our words. */
const unwanted = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** What people call the other party: its display name, else the part of the address before `@`. */
export function nameOf({ address, displayName = '' }: Party): string {
  const shown = displayName.replace(unwanted, '').trim();
  const at = address.lastIndexOf('@');
  return shown || (at > 0 ? address.slice(0, at) : address);
}
