import proxyAddr from '@fastify/proxy-addr';

/** Whether an address is one of the reverse proxies that are trusted to report the client's address. */
export type IsTrustedProxy = (address: string) => boolean;

/**
 * Creates the function that recognises these proxies.
 * @param proxies addresses, CIDR ranges, or the names `loopback`, `linklocal` and `uniquelocal`; an
 * IPv4-mapped IPv6 address counts as the IPv4 address
 */
export function trustedProxies(proxies: readonly string[]): IsTrustedProxy {
  const isTrusted = proxyAddr.compile([...proxies]);
  return (address) => isTrusted(address, 0);
}
