import { createHmac } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Person } from '../support/page/person.ts';
import { receivedMedia } from '../support/page/witness.ts';
import { type Coturn, hasCoturn, startCoturn } from '../support/server/coturn.ts';
import { type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';

const SECRET = 'a-secret-that-the-two-servers-share';

let coturn: Coturn;
let server: SamtalServer;

test.beforeAll(async () => {
  // Skips only if Debian's coturn is neither installed nor installable; the list of tests shows the notice.
  test.skip(!hasCoturn(), 'coturn is not installed and may not be installed here (Debian: coturn).');
  coturn = await startCoturn(SECRET);
  server = await startSamtalServer({ TURN_URLS: coturn.url, TURN_SECRET: SECRET });
});
test.afterAll(async () => {
  await server?.dispose();
  await coturn?.stop();
});

/** Simulates a firewall that allows traffic to the TURN server only. */
async function behindFirewall(browser: Browser, name: string): Promise<Person> {
  const someone = await Person.at(browser, server.url, name);
  await someone.page.addInitScript(() => {
    window.RTCPeerConnection = new Proxy(window.RTCPeerConnection, {
      construct: (target, [configuration]: [RTCConfiguration?]) =>
        new target({ ...configuration, iceTransportPolicy: 'relay' }),
    });
  });
  await someone.page.reload();
  const told = someone.page.waitForResponse((response) => response.url().includes('/iceServers?'));
  await someone.isReachable();
  await (await told).finished();
  return someone;
}

/** The types of the local and the remote candidate that the running call uses. */
const wayOut = (page: Page) =>
  page.evaluate(async () => {
    const [peer] = window.witness.peers().filter((each) => each.connectionState === 'connected');
    const reports = (await peer?.getStats()) ?? new Map();
    for (const report of reports.values())
      if (report.type === 'transport') {
        const { localCandidateId, remoteCandidateId } = reports.get(report.selectedCandidatePairId);
        return [localCandidateId, remoteCandidateId].map((id) => reports.get(id).candidateType);
      }
    return undefined;
  });

test('D20 two users who reach only the TURN server see, hear and read each other', async ({ browser }) => {
  const [alice, bobby] = await Promise.all([
    behindFirewall(browser, 'alice'),
    behindFirewall(browser, 'bobby'),
  ]);
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) {
    await someone.hasStatus('ACCEPTED');
    await expect
      .poll(async () => {
        const { framesDecoded, audioPackets } = await receivedMedia(someone.page);
        return framesDecoded > 15 && audioPackets > 50;
      })
      .toBe(true);
    expect(await wayOut(someone.page)).toEqual(['relay', 'relay']);
  }
  await alice.ownText.pressSequentially('genom brandväggen ✓', { delay: 20 });
  await expect(bobby.incomingText).toHaveText('genom brandväggen ✓');
  await bobby.ownText.pressSequentially('ja!', { delay: 20 });
  await expect(alice.incomingText).toHaveText('ja!');
  await bobby.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
  for (const someone of [alice, bobby]) await someone.leave();
  expect(server.lines.join('\n')).not.toContain(SECRET);
});

/** Connects two ends by relays only. @returns whether they had a candidate pair to try, and whether one worked */
const connectOver = (page: Page, relay: RTCIceServer) =>
  page.evaluate(async (server) => {
    const ends = [0, 1].map(
      () => new RTCPeerConnection({ iceServers: [server], iceTransportPolicy: 'relay' }),
    );
    const [caller, callee] = ends as [RTCPeerConnection, RTCPeerConnection];
    for (const [from, to] of [[caller, callee] as const, [callee, caller] as const])
      from.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate !== null) void to.addIceCandidate(candidate);
      });
    const gathered = ends.map(
      (end) =>
        new Promise<void>((resolve) =>
          end.addEventListener('icegatheringstatechange', () => {
            if (end.iceGatheringState === 'complete') resolve();
          }),
        ),
    );
    const channel = caller.createDataChannel('');
    const opened = new Promise<boolean>((resolve) =>
      channel.addEventListener('open', () => resolve(true), { once: true }),
    );
    await caller.setLocalDescription();
    if (caller.localDescription !== null) await callee.setRemoteDescription(caller.localDescription);
    await callee.setLocalDescription();
    if (callee.localDescription !== null) await caller.setRemoteDescription(callee.localDescription);
    await Promise.all(gathered);
    let pairs = 0;
    for (const report of (await caller.getStats()).values()) if (report.type === 'candidate-pair') pairs += 1;
    const isConnected = pairs > 0 && (await opened);
    for (const end of ends) end.close();
    return { hasPairs: pairs > 0, isConnected };
  }, relay);

/** Makes the credentials that the server would have made at another time. */
function signedFor(expiresAtMs: number): { username: string; credential: string } {
  const username = `${Math.floor(expiresAtMs / 1000)}:somebody`;
  return { username, credential: createHmac('sha1', SECRET).update(username).digest('base64') };
}

test('D20 the TURN server accepts users with credentials of the user API, and refuses a wrong secret, a changed name and expired credentials', async ({
  browser,
}) => {
  const other = await startCoturn('a-secret-that-only-this-one-knows-of');
  const bobby = await Person.at(browser, server.url, 'bobby');
  const told = bobby.page.waitForResponse((response) => response.url().includes('/iceServers?'));
  await bobby.logIn();
  const { iceServers } = (await (await told).json()) as {
    iceServers: { urls: string[]; username: string; credential: string }[];
  };
  const [given] = iceServers;
  if (given === undefined) throw new Error('no TURN server');

  const works = { hasPairs: true, isConnected: true };
  const nothing = { hasPairs: false, isConnected: false };
  expect(await connectOver(bobby.page, given)).toEqual(works);
  expect(await connectOver(bobby.page, { ...given, urls: [other.url] })).toEqual(nothing);
  const [expiresAt, pseudonym] = given.username.split(':');
  const longer = `${Number(expiresAt) + 3600}:${pseudonym}`;
  expect(await connectOver(bobby.page, { ...given, username: longer })).toEqual(nothing);
  const { urls } = given;
  expect(await connectOver(bobby.page, { urls, ...signedFor(Date.now() + 60_000) })).toEqual(works);
  expect(await connectOver(bobby.page, { urls, ...signedFor(Date.now() - 60_000) })).toEqual(nothing);
  await bobby.leave();
  await other.stop();
});
