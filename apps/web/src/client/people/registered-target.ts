import { completeSipAddress } from '@samtal/api-contract';

/**
 * Whether `target` is the address of one of `people`. Scheme and case are ignored, and a missing domain is
 * the user's own.
 */
export function isRegisteredTarget(
  target: string,
  ownAddress: string,
  people: readonly { readonly sipaddress: string }[],
): boolean {
  const domain = ownAddress.slice(ownAddress.lastIndexOf('@') + 1);
  const wanted = completeSipAddress(target, domain);
  return people.some(({ sipaddress }) => completeSipAddress(sipaddress, domain) === wanted);
}
