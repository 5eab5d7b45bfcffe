import type { OwnNetwork } from './cut-calls/own-network.ts';

/** What happens to the network of one browser during a call, until it is restored. */
export type Interruption = {
  readonly name: string;
  /** Undefined = all happens in the moment of `end`. */
  readonly begin?: (network: OwnNetwork) => void;
  readonly end: (network: OwnNetwork) => void;
  /** The longest time in which video and sound are back after the network is, milliseconds. */
  readonly backMs: number;
};

const BACK_MS = 3000;
/**
 * Chromium 150 tells its pages of a new address 0.5 to 1.5 s after the change, and the ICE of the other end stays with
 * the path to the old one until nothing has come from there for 2.5 s.
 */
const MOVED_BACK_MS = 5000;

export const INTERRUPTIONS: readonly [Interruption, ...Interruption[]] = [
  {
    name: 'unplugged',
    begin: (network) => network.unplug(),
    end: (network) => network.restore(),
    backMs: BACK_MS,
  },
  {
    name: 'without packets',
    begin: (network) => network.drop('all'),
    end: (network) => network.restore(),
    backMs: BACK_MS,
  },
  {
    name: 'without the server',
    begin: (network) => network.drop('tcp'),
    end: (network) => network.restore(),
    backMs: BACK_MS,
  },
  {
    name: 'without the peer',
    begin: (network) => network.drop('udp'),
    end: (network) => network.restore(),
    backMs: BACK_MS,
  },
  // As between two networks, with a gap and without one.
  {
    name: 'without an address',
    begin: (network) => network.takeAddress(),
    end: (network) => network.restore(),
    backMs: MOVED_BACK_MS,
  },
  {
    name: 'moved',
    end(network) {
      network.takeAddress();
      network.restore();
    },
    backMs: MOVED_BACK_MS,
  },
];

/** All interruptions, or only the one with this name. */
export function interruptionsNamed(name: string | undefined): readonly [Interruption, ...Interruption[]] {
  if (name === undefined) return INTERRUPTIONS;
  const found = INTERRUPTIONS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no interruption ${name}`);
  return [found];
}
