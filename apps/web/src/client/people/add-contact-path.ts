/** Where somebody who has called can be made a contact, with what is known of them filled in. */
export function addContactPath(sipAddress: string, name: string): string {
  const isNamed = name !== '' && name !== sipAddress;
  const known = new URLSearchParams(isNamed ? { sip: sipAddress, name } : { sip: sipAddress });
  return `/contacts/add?${known}`;
}
