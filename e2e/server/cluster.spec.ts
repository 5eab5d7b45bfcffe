import { expect, type Page } from '@playwright/test';
import { test } from '../support/cluster/cluster-journey.ts';
import { mediaFlows } from '../support/page/media-flows.ts';

const REACHABLE_AGAIN_MS = 10_000;

/** The SIP messages that arrive at a page over its WebSocket. */
function arrivals(page: Page): string[] {
  const texts: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void texts.push(String(payload))),
  );
  return texts;
}

test('D106 a user at one Kamailio calls a user at another one; when one is killed, the call goes on and its user is reachable', async ({
  cluster,
  reachable,
}) => {
  const alice = await reachable('alice');
  const bobby = await reachable('bobby');
  const arrived = arrivals(bobby.page);
  // The page connects again, so that what arrives is seen from its begin.
  await bobby.page.reload();
  await expect(bobby.callButton).toBeVisible();
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) {
    await someone.hasStatus('ACCEPTED');
    await mediaFlows(someone, 'audioPackets', 20_000);
  }
  await alice.ownText.pressSequentially('from node to node');
  await expect(bobby.incomingText).toHaveText('from node to node');

  // HAProxy gives a new connection to the node with fewer ones, so the two are at different nodes.
  const invite = arrived.find((text) => text.startsWith('INVITE')) ?? '';
  const via = invite.split('\r\n').filter((line) => line.startsWith('Via:'));
  const ofCaller = cluster.nodes.find(({ address }) => via.some((line) => line.includes(`TCP ${address};`)));
  expect(via, invite).toHaveLength(3);
  if (ofCaller === undefined) throw new Error(`no node in ${via.join()}`);

  await ofCaller.kill();
  const killed = Date.now();
  await bobby.ownText.pressSequentially('still here?');
  await expect(alice.incomingText).toHaveText('still here?');
  await bobby.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
  await bobby.dial('alice');
  await alice.answer();
  await bobby.hasStatus('ACCEPTED');
  expect(Date.now() - killed).toBeLessThan(REACHABLE_AGAIN_MS);
});
