import { expect, type Page } from '@playwright/test';
import { callIdOf, header, isSuccess, parseMessage, type SipMessage } from '@samtal/sip';
import { startCluster } from '../support/cluster/cluster.ts';
import { test as base, skipWithoutCluster } from '../support/cluster/cluster-journey.ts';
import type { Person } from '../support/page/person.ts';
import { signIn } from '../support/page/user-api.ts';
import { openPhone } from '../support/peers/raw-call.ts';
import { startKeepingServer } from '../support/server/continuity-server.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/server/own-postgres.ts';
import type { SamtalServer } from '../support/server/samtal-server.ts';

/** From the kill to the moment at which what both have written has arrived. */
const BACK_MS = 10_000;

/** Two server processes on a PostgreSQL of this journey, and text by MESSAGE, so that it passes through Kamailio. */
const test = base.extend<{ postgres: OwnPostgres }>({
  postgres: async ({}, use, { skip }) => {
    skipWithoutCluster(skip);
    const postgres = startOwnPostgres();
    await use(postgres);
    postgres.dispose();
  },
  cluster: async ({ postgres }, use) => {
    const cluster = await startCluster({
      postgres,
      processes: 2,
      hasRelay: true,
      startServer: (env) => startKeepingServer({ env, wires: ['message'] }),
    });
    await use(cluster);
    await cluster.stop();
  },
});

const times = ({ lines }: SamtalServer, event: string): number =>
  lines.filter((line) => line.includes(`"${event}"`)).length;

/** The text of a page that its MESSAGEs have brought, with 2xx for each. */
function acknowledgedText(page: Page): () => string {
  const sent = new Map<string, string>();
  let acknowledged = '';
  const keyOf = (message: SipMessage): string => `${callIdOf(message)} ${header(message, 'CSeq')}`;
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const read = parseMessage(String(payload));
      if (read.ok && read.message.kind === 'request' && read.message.method === 'MESSAGE')
        sent.set(keyOf(read.message), read.message.body);
    });
    socket.on('framereceived', ({ payload }) => {
      const read = parseMessage(String(payload));
      if (read.ok && read.message.kind === 'response' && isSuccess(read.message))
        acknowledged += sent.get(keyOf(read.message)) ?? '';
    });
  });
  return () => acknowledged;
}

/** What each of two people has written in their call, which must arrive once, in order and as a whole. */
function conversation(one: Person, other: Person) {
  const written = new Map([
    [one, ''],
    [other, ''],
  ]);
  return {
    async write(words: string): Promise<void> {
      for (const each of [one, other]) {
        await each.ownText.pressSequentially(words);
        written.set(each, `${written.get(each)}${words}`);
      }
    },
    async hasArrived(): Promise<void> {
      await expect(one.incomingText).toHaveText(written.get(other) ?? '');
      await expect(other.incomingText).toHaveText(written.get(one) ?? '');
    },
  };
}

test('D105 D106 each part is killed during a call: the text of both arrives once within 10 s, and nothing acknowledged is lost', async ({
  cluster,
  postgres,
  reachable,
}) => {
  test.setTimeout(300_000);
  const { nodes, haproxy, rtpengine, relay } = cluster;
  const [one, two] = cluster.servers;
  if (one === undefined || two === undefined || relay === undefined) throw new Error('a part is missing');
  await expect.poll(() => times(one, 'agent_registered'), { timeout: 20_000 }).toBeGreaterThan(0);
  const carols = new Map([
    [one, await signIn(one.url, 'carol')],
    [two, await signIn(two.url, 'carol')],
  ]);
  const acknowledged: string[] = [];
  /** A contact that a server process acknowledges. */
  async function addContact(server: SamtalServer, fname: string): Promise<void> {
    await carols.get(server)?.addContact({ fname, sipaddress: `${fname}@demo.example`, favourite: true });
    acknowledged.push(fname);
  }
  await carols.get(two)?.set('AM_ENABLED', '1');
  const alice = await reachable('alice');
  const acknowledgedOfAlice = acknowledgedText(alice.page);
  // The page connects again, so that all it sends is seen.
  await alice.page.reload();
  await expect(alice.callButton).toBeVisible();
  const bobby = await reachable('bobby');

  await test.step('the server process that leads, while a text is left in a mailbox', async () => {
    expect([times(one, 'leading'), times(two, 'leading')]).toEqual([1, 0]);
    await alice.dial('carol');
    await alice.hasStatus('ACCEPTED');
    await expect(alice.incomingText).toContainText('mailbox');
    await alice.ownText.pressSequentially('See you on Friday');
    await expect.poll(acknowledgedOfAlice).toBe('See you on Friday');
    const killed = Date.now();
    await one.kill();
    await expect.poll(() => times(two, 'leading')).toBe(1);
    await expect
      .poll(async () => (await carols.get(two)?.messages())?.map(({ text }) => text))
      .toEqual(['See you on Friday']);
    await expect.poll(() => times(two, 'agent_registered')).toBe(times(one, 'agent_registered'));
    expect(Date.now() - killed).toBeLessThan(BACK_MS);
    await alice.hangUp();
    await alice.hasStatus('COMPLETED');
    await one.restart();
  });

  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await bobby.hasStatus('ACCEPTED');
  const { write, hasArrived } = conversation(alice, bobby);
  await write('begin ');
  await hasArrived();

  /** Kills a part while both write, and starts it again as systemd does where no other part takes its place. */
  async function lose(name: string, kill: () => unknown, start: () => unknown): Promise<void> {
    await write(`before ${name} `);
    await kill();
    const killed = Date.now();
    await write('lost ');
    await start();
    await write('again ');
    await hasArrived();
    expect(Date.now() - killed, name).toBeLessThan(BACK_MS);
    for (const each of [alice, bobby]) await each.hasStatus('ACCEPTED');
  }

  await test.step('the server process that leads, and then the other one', async () => {
    await addContact(two, 'by-two');
    await lose('leader', two.kill, () => expect.poll(() => times(one, 'leading')).toBe(2));
    await two.restart();
    await addContact(two, 'by-two-again');
    await lose('follower', two.kill, two.restart);
    expect(times(one, 'leading_no_more')).toBe(0);
  });

  await test.step('one Kamailio after the other', async () => {
    for (const [index, node] of nodes.entries()) {
      await lose(`node${index}`, node.kill, () => undefined);
      await node.start();
      // It has the devices of the other node before that one is killed.
      const phone = await openPhone({ url: one.url, sipUri: node.wsUri }, 'david', `phone${index}`);
      expect(await phone.register('david@demo.example')).toBe(200);
      await expect.poll(() => phone.status('OPTIONS', 'bobby@demo.example')).toBe(200);
      phone.drop();
    }
  });

  await test.step('rtpengine, coturn and HAProxy', async () => {
    await lose('rtpengine', rtpengine.kill, rtpengine.start);
    await lose('coturn', relay.kill, relay.start);
    await addContact(one, 'by-one');
    await lose('haproxy', haproxy.kill, haproxy.start);
  });

  await test.step('PostgreSQL crashes', async () => {
    await addContact(two, 'before-crash');
    await lose('postgresql', postgres.crash, postgres.start);
    await expect
      .poll(async () => {
        const answers = await Promise.all(cluster.servers.map(({ url }) => fetch(`${url}/readyz`)));
        return answers.map(({ status }) => status);
      })
      .toEqual([200, 200]);
    await addContact(one, 'after-crash');
  });

  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await bobby.page.getByRole('button', { name: 'Cancel' }).click();
  await bobby.dial('alice');
  await alice.answer();
  await bobby.hasStatus('ACCEPTED');
  await bobby.hangUp();
  for (const server of cluster.servers) {
    const carol = await signIn(server.url, 'carol');
    expect((await carol.favourites()).toSorted()).toEqual(acknowledged.toSorted());
    expect((await carol.messages()).map(({ text }) => text)).toEqual(['See you on Friday']);
  }
});
