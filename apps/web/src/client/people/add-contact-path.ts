/** The path of the form that makes a caller a contact, with the known details filled in. */
export function addContactPath(sipAddress: string, name: string): string {
  const isNamed = name !== '' && name !== sipAddress;
  const known = new URLSearchParams(isNamed ? { sip: sipAddress, name } : { sip: sipAddress });
  return `/contacts/add?${known}`;
}
