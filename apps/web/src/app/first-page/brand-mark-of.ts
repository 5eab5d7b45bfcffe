import type { Brand } from '@samtal/api-contract';

/**
 * A short mark of the content of a brand (FNV-1a). The server writes it into the page that it renders; a
 * browser that fetches another brand renders the page anew. The settings of SIP are left out: the page does not show
 * them, and several server processes can have different STUN ports.
 */
export function brandMarkOf({ sip: _sip, ...shown }: Brand): string {
  let hash = 0x81_1c_9d_c5;
  for (const character of JSON.stringify(shown)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  }
  return (hash >>> 0).toString(36);
}
