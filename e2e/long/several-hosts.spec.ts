import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, expect, test } from '@playwright/test';
import { createOwnCertificate } from '../../apps/server/src/crypto/own-certificate.ts';
import { chromiumFlags, findChromium } from '../../tools/chromium.mjs';
import { hasPackagedNode, makeRelease } from '../../tools/release/make-release.mjs';
import { Person } from '../support/page/person.ts';
import { canMakeMachine } from '../support/server/debian-machine.ts';
import {
  DOMAIN,
  FRONT_ADDRESS,
  followPage,
  innerAddress,
  makeMachines,
  type Name,
} from '../support/server/several-machines.ts';

/** Packages of a whole system are installed, more than once. */
const LIMIT_MS = 30 * 60_000;

test.describe.configure({ timeout: LIMIT_MS });

/** From the loss of a machine to the moment at which what both have written has arrived. */
const BACK_MS = 20_000;

let machines: Awaited<ReturnType<typeof makeMachines>>;
let browser: Browser;
let passwords: Readonly<Record<string, string>>;

/** Adds the certificate to the pages' authorities that each Samtal knows, as the page says for an authority of one's own. */
function trustOwnAuthority(certificate: string): void {
  for (const name of ['first', 'second'] as const) {
    writeFileSync(join(machines[name].folder, 'etc/samtal/authority.crt'), certificate);
    machines[name].run(
      'echo NODE_EXTRA_CA_CERTS=/etc/samtal/authority.crt >> /etc/samtal/samtal.env\nsystemctl restart samtal',
    );
  }
}

test.beforeAll(async () => {
  test.setTimeout(LIMIT_MS);
  // Other systems, and users without root, cannot start machines of their own; elsewhere the journey runs.
  test.skip(!canMakeMachine(), 'Only root can install an empty Debian (mmdebstrap, systemd-container).');
  test.skip(!hasPackagedNode(), 'No Node comes with the packages for this machine.');
  const archives = test.info().outputPath('archives');
  await makeRelease({ into: archives, withNode: true });
  machines = await makeMachines(archives);
  const { certificate, key } = await createOwnCertificate([DOMAIN], Date.now());
  writeFileSync(join(machines.front.folder, 'root/fullchain.pem'), certificate);
  writeFileSync(join(machines.front.folder, 'root/privkey.pem'), key);
  const printed = followPage(machines);
  const [anna = '', carl = ''] = [...printed.matchAll(/[Pp]assword[^:]*: (\S+)/g)].map(([, word]) => word);
  passwords = { 'anna.berg': anna, 'carl.user': carl };
  trustOwnAuthority(certificate);
  browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${DOMAIN} ${FRONT_ADDRESS}`],
  });
});
test.afterAll(async () => {
  await browser?.close();
  await machines?.remove();
});

const journal = (name: Name, unit: string): string =>
  machines[name].run(`journalctl --unit ${unit} --output cat --no-pager`);

/** WebSockets and other connections from HAProxy to the Kamailio of a machine. */
const connectionsTo = (name: 'front' | 'second'): number =>
  machines[name]
    .run('cat /proc/net/tcp')
    .split('\n')
    .filter((line) => new RegExp(`^ *\\d+: ${hexOf(innerAddress[name])}:13D8 \\w+:\\w+ 01 `).test(line))
    .length;

/** How /proc/net/tcp writes an address. */
const hexOf = (address: string): string =>
  Buffer.from(address.split('.').map(Number).toReversed()).toString('hex').toUpperCase();

async function logIn(name: string): Promise<Person> {
  const person = await Person.at(browser, `https://${DOMAIN}`, name, { ignoreHTTPSErrors: true });
  await person.logIn(passwords[name]);
  await person.page.getByLabel('Number or name').fill('x');
  await expect(person.callButton).toBeEnabled();
  return person;
}

/** Logs a user in. @returns the user, and the machine with their Kamailio */
async function logInSeen(name: string): Promise<{ person: Person; node: 'front' | 'second' }> {
  const before = connectionsTo('front');
  const person = await logIn(name);
  return { person, node: connectionsTo('front') > before ? 'front' : 'second' };
}

/** Asks for the own address at a port of the front. */
async function asksStun(port: number): Promise<number> {
  const socket = createSocket('udp4');
  const answered = once(socket, 'message');
  socket.send(Buffer.from(`000100002112a442${'ab'.repeat(12)}`, 'hex'), port, FRONT_ADDRESS);
  const [answer] = (await answered) as [Buffer];
  socket.close();
  return answer.readUInt16BE(0);
}

async function begin(caller: Person, callee: Person): Promise<void> {
  await caller.dial(callee.name);
  await callee.answer();
  await caller.hasStatus('ACCEPTED');
  await callee.hasStatus('ACCEPTED');
}

async function end(one: Person, other: Person): Promise<void> {
  await one.hangUp();
  await other.hasStatus('TERMINATED_REMOTE');
  await other.page.getByRole('button', { name: 'Cancel' }).click();
}

/** Both write, and read each other. */
async function write(one: Person, other: Person, words: string): Promise<void> {
  for (const [writer, reader] of [
    [one, other],
    [other, one],
  ] as const) {
    await writer.ownText.pressSequentially(words);
    await expect(reader.incomingText).toContainText(words);
  }
}

test('D106 the commands of docs/several-hosts.md lead from three empty Debians to calls, which go on when a machine is lost', async () => {
  await expect
    .poll(
      () =>
        ['first', 'second'].filter((name) => journal(name as Name, 'samtal').includes('agent_registered')),
      {
        timeout: 60_000,
      },
    )
    .not.toEqual([]);
  for (const port of [3478, 40_000]) expect(await asksStun(port)).toBe(0x0101);

  const anna = await logInSeen('anna.berg');
  // HAProxy gives a new WebSocket to the node with fewest, so one of two is at the other node.
  const carls = [await logInSeen('carl.user')];
  if (carls[0]?.node === anna.node) carls.push(await logInSeen('carl.user'));
  const carl = carls.find(({ node }) => node !== anna.node)?.person;
  if (carl === undefined) throw new Error('both users are at one node');
  for (const { person } of carls) if (person !== carl) await person.leave();

  await begin(anna.person, carl);
  await write(anna.person, carl, 'across nodes ');
  await end(anna.person, carl);
  for (const server of ['samtal1', 'samtal2'])
    expect(journal('front', 'haproxy')).toMatch(new RegExp(`/userApi/\\S* 200 .*samtal/${server}`));

  await test.step('the second machine is lost during a call', async () => {
    await begin(carl, anna.person);
    await machines.second.lose();
    const lost = Date.now();
    await write(anna.person, carl, 'without second ');
    expect(Date.now() - lost).toBeLessThan(BACK_MS);
    await end(carl, anna.person);
    await begin(anna.person, carl);
    await write(anna.person, carl, 'again ');
    expect(Date.now() - lost).toBeLessThan(2 * BACK_MS);
    await end(anna.person, carl);
  });

  await test.step('it is back', async () => {
    await machines.second.boot();
    await expect
      .poll(() => journal('front', 'haproxy'), { timeout: 60_000 })
      .toMatch(/kamailio\/kamailio2 is UP/);
    await expect
      .poll(() => journal('front', 'haproxy'), { timeout: 60_000 })
      .toMatch(/samtal\/samtal2 is UP/);
  });

  machines.first.run('systemctl start samtal-dump');
  expect(machines.first.run('ls /var/lib/samtal-dumps')).toMatch(/^\d{4}-\d\d-\d\d\.dump\n$/);

  await test.step('the machine of PostgreSQL is lost during a call', async () => {
    await begin(anna.person, carl);
    await machines.first.lose();
    // A Kamailio that is DOWN would lose its WebSockets.
    for (const node of ['kamailio1', 'kamailio2'])
      await expect
        .poll(() => journal('front', 'haproxy'), { timeout: 60_000 })
        .toContain(`kamailio/${node} is stopping`);
    await write(anna.person, carl, 'without first ');
    await machines.first.boot();
    await end(anna.person, carl);
    await begin(carl, anna.person);
    await write(anna.person, carl, 'all are back ');
  });
});
