import { completeSipAddress } from '@samtal/api-contract';

/** Whether `target` is one of `people`, compared like the server: without scheme, domain and case. */
export function isRegisteredTarget(
  target: string,
  ownAddress: string,
  people: readonly { readonly sipaddress: string }[],
): boolean {
  const domain = ownAddress.slice(ownAddress.lastIndexOf('@') + 1);
  const wanted = completeSipAddress(target, domain);
  return people.some(({ sipaddress }) => completeSipAddress(sipaddress, domain) === wanted);
}
