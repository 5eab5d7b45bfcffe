/** `user@domain` of what somebody typed: no scheme, and the domain of the organisation where none was given. */
export function completeSipAddress(typed: string, domain: string): string {
  const address = typed
    .trim()
    .replace(/^sips?:/i, '')
    .toLowerCase();
  return address.includes('@') ? address : `${address}@${domain}`;
}
