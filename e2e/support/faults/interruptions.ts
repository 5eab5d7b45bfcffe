import type { OwnNetwork } from './cut-calls/own-network.ts';

/** What happens to the network of one browser during a call, until it is restored. */
export type Interruption = {
  readonly name: string;
  /** Undefined = all happens in the moment of `end`. */
  readonly begin?: (network: OwnNetwork) => void;
  readonly end: (network: OwnNetwork) => void;
};

export const INTERRUPTIONS: readonly [Interruption, ...Interruption[]] = [
  { name: 'unplugged', begin: (network) => network.unplug(), end: (network) => network.restore() },
  { name: 'without packets', begin: (network) => network.drop('all'), end: (network) => network.restore() },
  {
    name: 'without the server',
    begin: (network) => network.drop('tcp'),
    end: (network) => network.restore(),
  },
  { name: 'without the peer', begin: (network) => network.drop('udp'), end: (network) => network.restore() },
  // As between two networks, with a gap and without one.
  {
    name: 'without an address',
    begin: (network) => network.takeAddress(),
    end: (network) => network.restore(),
  },
  {
    name: 'moved',
    end(network) {
      network.takeAddress();
      network.restore();
    },
  },
];

/** All interruptions, or only the one with this name. */
export function interruptionsNamed(name: string | undefined): readonly [Interruption, ...Interruption[]] {
  if (name === undefined) return INTERRUPTIONS;
  const found = INTERRUPTIONS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no interruption ${name}`);
  return [found];
}
