import { setWebSetting } from '../../page/web-setting.ts';
import { startEndingServer } from '../../server/continuity-server.ts';
import type { Closing } from './closing.ts';
import { type Result, runCutCall, type Wire } from './cut-call.ts';
import type { OwnNetwork } from './own-network.ts';
import { createParty } from './party.ts';
import type { PlannedCall } from './plan.ts';
import { createRandom } from './random.ts';

/** Two users who call each other again and again on their own server. */
export type Lane = { call(planned: PlannedCall): Promise<readonly Result[]> };

/**
 * Settings of both users. The test is about text; without video, two processors carry several calls at a
 * time.
 */
const SETTINGS = { WEB_VIDEO: 'false', WEB_CHAT_LAYOUT: 'over/under' } as const;
const NAMES = ['alice', 'bobby'] as const;

export async function openLane(wire: Wire, network: OwnNetwork | undefined, closing: Closing): Promise<Lane> {
  const env = network === undefined ? {} : { HOST: network.address };
  // Each call ends with its cut, so that both can be compared then.
  const { url, dispose } = await startEndingServer({
    env,
    ...(wire === 'message' ? { wires: ['message'] } : {}),
  });
  closing.add(dispose);
  for (const name of NAMES)
    for (const [key, value] of Object.entries(SETTINGS)) await setWebSetting(url, name, key, value);
  const [here, there] = [
    createParty(NAMES[0], url, { trustedOrigin: url }),
    createParty(NAMES[1], url, { trustedOrigin: url, program: network?.program }),
  ] as const;
  for (const party of [here, there]) closing.add(party.kill);
  return {
    async call({ cut, wire: begun, seed }) {
      for (const party of [here, there]) await party.getReady();
      return runCutCall({ here, there, network, random: createRandom(seed) }, cut, begun);
    },
  };
}
