import { killTextChannel } from '../../page/witness.ts';
import type { OwnNetwork } from './own-network.ts';
import type { Party } from './party.ts';
import type { Random } from './random.ts';

/**
 * Within this time after the network of a browser was stopped, its page has received what had arrived before.
 */
const TOLD_MS = 150;

/** A call in which both type. The cut is at `there`. */
export type Scene = {
  readonly here: Party;
  readonly there: Party;
  readonly network: OwnNetwork | undefined;
  readonly random: Random;
};

/** The browser of `there` after the cut: in use, stopped until the call is over at `here`, or killed. */
type Left = 'person' | 'stopped' | 'none';

export type Cut = {
  readonly name: string;
  /** How often this cut is made, relative to the other cuts. */
  readonly share: number;
  readonly needsNetwork?: boolean;
  /** Whether this cut is made only in calls that begin on the data channel. */
  readonly needsChannel?: boolean;
  readonly left: Left;
  cut(scene: Scene): Promise<void>;
  /** The end that hangs up after the cut; absent = the call ends by itself. */
  readonly hangsUp?: 'here' | 'there' | 'either';
};

/**
 * Stops the network of `there`, and waits until the text that has arrived is shown and in the journal. Later
 * text is not confirmed to the sender.
 */
async function letItShow({ there }: Scene): Promise<void> {
  there.processes().stopNetwork();
  const { page } = there.person();
  await page.evaluate(
    // An idle page has shown all of the text, however busy the machine is.
    (ms) => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), ms)),
    TOLD_MS,
  );
}

async function standStill(scene: Scene): Promise<void> {
  await letItShow(scene);
  scene.there.processes().stop();
}

const networkOf = ({ network }: Scene): OwnNetwork => {
  if (network === undefined) throw new Error('the browser has no network of its own');
  return network;
};

const nothing = (): Promise<void> => Promise.resolve();

export const CUTS: readonly [Cut, ...Cut[]] = [
  {
    name: 'the other end is unplugged',
    share: 9,
    needsNetwork: true,
    left: 'person',
    cut: async (scene) => networkOf(scene).unplug(),
  },
  {
    name: 'the network loses everything',
    share: 8,
    needsNetwork: true,
    left: 'person',
    cut: async (scene) => networkOf(scene).drop('all'),
  },
  {
    name: 'the network loses everything, this end hangs up',
    share: 8,
    needsNetwork: true,
    left: 'person',
    cut: async (scene) => networkOf(scene).drop('all'),
    hangsUp: 'here',
  },
  {
    name: 'the network loses UDP',
    share: 8,
    needsNetwork: true,
    left: 'person',
    cut: async (scene) => networkOf(scene).drop('udp'),
  },
  {
    name: 'the network loses UDP to the other end',
    share: 8,
    needsNetwork: true,
    left: 'person',
    cut: async (scene) => networkOf(scene).drop('udp', 'inwards'),
  },
  {
    name: 'the network loses TCP, one end hangs up',
    share: 8,
    needsNetwork: true,
    left: 'person',
    cut: async (scene) => networkOf(scene).drop('tcp'),
    hangsUp: 'either',
  },
  { name: 'the other end stands still', share: 8, left: 'stopped', cut: standStill },
  {
    name: 'the other end stands still, this end hangs up',
    share: 11,
    left: 'stopped',
    cut: standStill,
    hangsUp: 'here',
  },
  {
    name: 'the other end is killed',
    share: 10,
    left: 'none',
    async cut(scene) {
      await letItShow(scene);
      await scene.there.kill();
    },
  },
  {
    name: 'the text channel dies',
    share: 18,
    needsChannel: true,
    left: 'person',
    cut: ({ here, there, random }) => killTextChannel(random.pick([here, there]).person().page),
    hangsUp: 'either',
  },
  { name: 'the other end hangs up', share: 6, left: 'person', cut: nothing, hangsUp: 'there' },
  { name: 'this end hangs up', share: 6, left: 'person', cut: nothing, hangsUp: 'here' },
];
