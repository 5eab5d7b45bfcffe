import { networkInterfaces } from 'node:os';

/** IPv4 addresses of this machine that are not loopback addresses; none without a network. */
export const outerAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
