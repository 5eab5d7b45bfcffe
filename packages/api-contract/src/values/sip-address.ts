/**
 * A typed SIP address as `user@domain`: in lower case, without scheme, and with `domain` if none was typed
 * (A-024).
 */
export function completeSipAddress(typed: string, domain: string): string {
  const address = typed
    .trim()
    .replace(/^sips?:/i, '')
    .toLowerCase();
  return address.includes('@') ? address : `${address}@${domain}`;
}
