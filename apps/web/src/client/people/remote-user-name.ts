import { visibleName } from '@samtal/api-contract';
import type { RemoteUser } from '@samtal/call-core';

/** The name of the remote user: the display name, else the part of the address before `@`. */
export function nameOf({ address, displayName = '' }: RemoteUser): string {
  const shown = visibleName(displayName);
  const at = address.lastIndexOf('@');
  return shown || (at > 0 ? address.slice(0, at) : address);
}
