import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock, createSeededRandom } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { TestBed } from '../../sip/testing/test-bed.ts';
import { createTestBed, settle } from '../../sip/testing/test-bed.ts';
import type { Overheard } from '../testing/attacker.ts';
import { attack, createOverheard, overhear } from '../testing/attacker.ts';
import type { HeldDialog, Peer } from '../testing/guarantees.ts';
import { MARK } from '../testing/guarantees.ts';
import type { HonestPhone } from '../testing/honest-phone.ts';
import { createHonestPhone } from '../testing/honest-phone.ts';
import type { RawPhone } from '../testing/raw-phone.ts';
import { createRawPhone, readFrame, registerRaw } from '../testing/raw-phone.ts';

/**
 * How many random sequences are played against the real server code (`MODEL_SEQUENCES`), each with three
 * phones and an attacker that has overheard everything. Each has its own seed; `MODEL_SEED` is the first.
 */
const SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 300);
const FIRST_SEED = Number(process.env['MODEL_SEED'] ?? 1);
const STEPS = 24;
const PEOPLE = ['alice', 'bobby', 'carol'] as const;

type Connection = Peer & { readonly phone: RawPhone; drop(): void };

/**
 * The frame with the mark of the connection `name`, and without a mark that was copied from another frame.
 */
const marked = (text: string, name: string): string =>
  text.replace(new RegExp(`^${MARK}: .*\\r\\n`, 'gm'), '').replace('\r\n', `\r\n${MARK}: ${name}\r\n`);

class World {
  readonly clock: FakeClock = createFakeClock();
  readonly bed: TestBed = createTestBed(this.clock, () => this.clock.now(), undefined, {
    watchMailbox: async () => ({ count: async () => ({ unread: 1, read: 0 }), close: () => undefined }),
  });
  readonly overheard: Overheard = createOverheard();
  readonly connections = new Map<string, Connection>();
  readonly honest: { readonly connection: Connection; readonly phone: HonestPhone }[] = [];
  readonly closings: string[] = [];

  connect(name: string, account: string): Connection {
    const phone = createRawPhone(name, (text) => {
      if (connection.isGone) return;
      const frame = marked(text, name);
      overhear(this.overheard, readFrame(frame));
      handler.receive(frame);
    });
    const connection: Connection = {
      name,
      account,
      phone,
      isGone: false,
      drop() {
        if (connection.isGone) return;
        connection.isGone = true;
        handler.closed();
      },
    };
    const handler = this.bed.server.accept({
      remoteAddress: '192.0.2.1',
      serverAddress: { host: 'demo.example', port: 80, transport: 'ws' },
      send: (text) => {
        overhear(this.overheard, readFrame(text));
        phone.take(text);
      },
      close: (_code, reason) => {
        this.closings.push(`${name}: ${reason}`);
        connection.drop();
      },
      terminate: () => connection.drop(),
      proved: () => undefined,
      setReading: () => undefined,
    });
    this.connections.set(name, connection);
    return connection;
  }

  async register(connection: Connection): Promise<void> {
    const { account: username, phone } = connection;
    await registerRaw(phone, { username, password: `secret-of-${username}` }, settle);
  }

  async addHonest(account: string): Promise<void> {
    const connection = this.connect(`${account}${this.connections.size}`, account);
    await this.register(connection);
    const find = (name: string): Peer | undefined => this.connections.get(name);
    const phone = createHonestPhone(connection.phone, { self: connection, find });
    phone.react();
    this.honest.push({ connection, phone });
  }

  alive() {
    return this.honest.filter(({ connection }) => !connection.isGone);
  }

  /** Phones read and react until no new messages arrive. */
  async talk(): Promise<void> {
    for (let quiet = false; !quiet; ) {
      await settle();
      const before = this.alive().map(({ connection }) => connection.phone.heard.length);
      for (const { phone } of this.alive()) phone.react();
      await settle();
      quiet = this.alive().every(({ connection }, n) => connection.phone.heard.length === before[n]);
    }
  }
}

async function runSequence(seed: number): Promise<readonly string[]> {
  const random = createSeededRandom(seed);
  const isLucky = (chance: number): boolean => random() < chance;
  const pick = <T>(all: readonly T[]): T => {
    const found = all[Math.floor(random() * all.length)];
    if (found === undefined) throw new Error('nothing to pick');
    return found;
  };
  const world = new World();
  for (const name of PEOPLE) await world.addHonest(name);
  if (isLucky(0.3)) await world.addHonest('bobby');
  const mallory = world.connect('mallory', 'mallory');
  await world.register(mallory);
  const stranger = world.connect('stranger', 'no account');

  for (let step = 0; step < STEPS; step++) {
    const each = pick(world.alive());
    const { phone, connection } = each;
    const dice = random();
    if (dice < 0.45) attack(isLucky(0.8) ? mallory.phone : stranger.phone, world.overheard, pick, random);
    else if (dice < 0.58) phone.call(pick([...PEOPLE, 'mallory']));
    else if (dice < 0.78) phone.answer(pick([180, 200, 200, 200, 486, 603]));
    else if (dice < 0.82) phone.cancel();
    else if (dice < 0.85) phone.write(pick([...PEOPLE, 'mallory']));
    else if (dice < 0.95 && phone.dialogs.length > 0)
      phone.speak(pick(['MESSAGE', 'INFO', 'INVITE', 'BYE']), pick(phone.dialogs));
    else if (dice < 0.97 && world.alive().length > 2) connection.drop();
    else world.clock.advance(Math.floor(random() * 15_000));
    if (isLucky(0.6)) await world.talk();
  }
  await world.talk();
  const broken = await findBrokenCalls(world);
  for (const connection of world.connections.values()) connection.drop();
  await settle();
  world.clock.advance(200_000);
  await settle();
  const { flows, bindings, dialogs, clientTransactions, serverTransactions } = world.bed.server.counters();
  const left = {
    flows,
    bindings,
    dialogs,
    clientTransactions,
    serverTransactions,
    timers: world.clock.pending(),
  };
  return [
    ...world.honest.flatMap(({ phone }) => phone.violations),
    ...broken,
    ...world.closings.filter((line) => PEOPLE.some((name) => line.startsWith(name))),
    ...Object.entries(left).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name} are left`])),
    ...world.bed.logged.filter((line) => line.includes('failed')),
  ].map((line) => `seed ${seed}: ${line}`);
}

const isOtherEnd = (one: HeldDialog, two: HeldDialog): boolean =>
  one.callId === two.callId && one.ownTag === two.theirTag && one.theirTag === two.ownTag;

/**
 * Finds calls between honest phones that the server has ended for one end only, or in which it forwards
 * nothing any more although both ends have the dialog.
 */
async function findBrokenCalls(world: World): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { phone, connection } of world.alive()) {
    for (const dialog of phone.dialogs) {
      const other = world.alive().find((each) => each.connection.name === dialog.peer);
      const call = `the call of ${connection.name} with ${dialog.peer}`;
      if (other?.phone.endedByServer.some((ended) => isOtherEnd(ended, dialog)) === true)
        broken.push(`${call} has ended for ${dialog.peer} alone`);
      if (other?.phone.dialogs.some((held) => isOtherEnd(held, dialog)) !== true) continue;
      const before = other.connection.phone.heard.length;
      phone.speak('INFO', dialog);
      await settle();
      const arrived = other.connection.phone.heard.slice(before).some(({ what }) => what === 'INFO');
      if (!arrived) broken.push(`nothing passes in ${call} any more`);
    }
  }
  return broken;
}

test('D9 SIP-06 an attacker that has overheard everything cannot fake a caller, or enter or end a call of others', async () => {
  const violations: string[] = [];
  for (let count = 0; count < SEQUENCES && violations.length === 0; count++)
    violations.push(...(await runSequence(FIRST_SEED + count)));
  expect(violations).toEqual([]);
}, 3_600_000);
