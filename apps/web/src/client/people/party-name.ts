import type { Party } from '@samtal/call-core';

/**
 * Controls, direction marks and signs without a shape: a display name is written by the other side, and must neither
 * rearrange our words nor be one that nobody sees. Joiners stay, some scripts and emoji need them.
 */
const unwanted =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0]/gu;

/** What people call the other party: its display name, else the part of the address before `@`. */
export function nameOf({ address, displayName = '' }: Party): string {
  const shown = displayName.replace(unwanted, '').trim();
  const at = address.lastIndexOf('@');
  return shown || (at > 0 ? address.slice(0, at) : address);
}
