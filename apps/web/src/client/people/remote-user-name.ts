import type { RemoteUser } from '@samtal/call-core';

/**
 * The characters removed from a display name: controls, direction marks and invisible characters. The remote
 * user writes the name; it must neither reorder our texts nor be invisible. Joiners stay: some scripts and
 * emoji need them.
 */
const unwanted =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0]/gu;

/** The name of the remote user: the display name, else the part of the address before `@`. */
export function nameOf({ address, displayName = '' }: RemoteUser): string {
  const shown = displayName.replace(unwanted, '').trim();
  const at = address.lastIndexOf('@');
  return shown || (at > 0 ? address.slice(0, at) : address);
}
