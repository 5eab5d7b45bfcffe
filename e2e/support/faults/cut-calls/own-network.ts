import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../../../tools/chromium.mjs';

/** A network namespace (Linux, root) with one cable to this machine, for one browser. */
export type OwnNetwork = {
  /** This machine's end of the cable. */
  readonly address: string;
  /** Path of a program that starts Chromium inside the namespace. */
  readonly program: string;
  /** Takes the inner end of the cable down, which the browser notices. */
  unplug(): void;
  /** Drops every packet of a kind, in both directions or only to the browser, without notice to either end. */
  drop(packets: 'all' | 'udp' | 'tcp', direction?: 'inwards'): void;
  /** Takes the address of the inner end away; `restore` gives it another one. */
  takeAddress(): void;
  restore(): void;
  remove(): void;
};

const PREFIX = 'samtal-cut';
/** Priority of the rules that drop packets. The rule for the machine's own addresses is moved behind them. */
const DROP_RULE = ['pref', '1'] as const;
/**
 * A pair of cable ends that lead nowhere, and the routing table that leads there. A rule that drops the packets of
 * a sender on its own machine would make `send` fail, and Chromium would close the socket: packets that are lost on
 * their way tell the sender nothing.
 */
const NOWHERE = { ends: ['nowhere-a', 'nowhere-b'], table: '77' } as const;

const ip = (...args: readonly string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const nameOf = (owner: number, index: number): string => `${PREFIX}-${owner}-${index}`;
const folderOf = (name: string): string => join(tmpdir(), name);
/** Name of one end of the cable: at most 15 characters, a limit of Linux. */
const cableOf = (owner: number, index: number, end: 'a' | 'b'): string =>
  `smt${owner.toString(36)}-${index}${end}`;

function removeNamespace(name: string): void {
  const [, owner = '', index = ''] = /-(\d+)-(\d+)$/.exec(name) ?? [];
  for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  }
  try {
    ip('link', 'delete', cableOf(Number(owner), Number(index), 'a'));
  } catch {
    // The cable did not exist yet.
  }
  ip('netns', 'delete', name);
  rmSync(folderOf(name), { recursive: true, force: true });
}

/** Removes the networks of killed runs. */
function removeLeftOver(): void {
  for (const [name, owner] of ip('netns', 'list').matchAll(new RegExp(`^${PREFIX}-(\\d+)-\\d+`, 'gm')))
    if (!existsSync(`/proc/${owner}`)) removeNamespace(name);
}

/** Networks to remove when this process ends, if no test has removed them. */
const open = new Set<() => void>();
process.on('exit', () => {
  for (const remove of open) remove();
});

/**
 * A block of eight addresses for each network: one for the outer end, five for the inner end (RFC 2544 sets
 * 198.18.0.0/15 aside for tests like this).
 */
const BLOCK = { size: 8, prefix: 29, inner: 5 } as const;

function addressesOf(owner: number, index: number) {
  const block = ((owner % 2048) * 8 + (index % 8)) * BLOCK.size;
  const at = (offset: number): string => {
    const number = block + offset;
    return `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
  };
  return { outer: at(1), inner: (move: number) => at(2 + (move % BLOCK.inner)) };
}

let made = 0;

/**
 * Creates a network; undefined where this is impossible: without root or `ip`, in a container that forbids
 * it.
 */
export function createOwnNetwork(): OwnNetwork | undefined {
  const index = made++;
  const name = nameOf(process.pid, index);
  const [outerEnd, innerEnd] = [cableOf(process.pid, index, 'a'), cableOf(process.pid, index, 'b')];
  const { outer, inner } = addressesOf(process.pid, index);
  try {
    removeLeftOver();
    ip('netns', 'add', name);
  } catch {
    return undefined;
  }
  const remove = (): void => {
    if (open.delete(remove)) removeNamespace(name);
  };
  open.add(remove);
  const inside = (...args: readonly string[]): void => void ip('-n', name, ...args);
  let moves = 0;
  const innerAddress = (): string => `${inner(moves)}/${BLOCK.prefix}`;
  try {
    ip('link', 'add', outerEnd, 'type', 'veth', 'peer', 'name', innerEnd, 'netns', name);
    ip('address', 'add', `${outer}/${BLOCK.prefix}`, 'dev', outerEnd);
    ip('link', 'set', outerEnd, 'up');
    inside('link', 'set', 'lo', 'up');
    inside('address', 'add', innerAddress(), 'dev', innerEnd);
    inside('rule', 'add', 'pref', '100', 'lookup', 'local');
    inside('rule', 'delete', 'pref', '0');
    // IPv4 only, like the rules that drop packets.
    inside('link', 'set', innerEnd, 'addrgenmode', 'none');
    inside('link', 'set', innerEnd, 'up');
    const [entry, exit] = NOWHERE.ends;
    inside('link', 'add', entry, 'type', 'veth', 'peer', 'name', exit);
    for (const end of NOWHERE.ends) inside('link', 'set', end, 'addrgenmode', 'none', 'arp', 'off', 'up');
    inside('route', 'add', 'default', 'dev', entry, 'table', NOWHERE.table);
  } catch {
    remove();
    return undefined;
  }
  mkdirSync(folderOf(name));
  const program = join(folderOf(name), 'chromium');
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${name} ${findChromium()} "$@"\n`);
  chmodSync(program, 0o700);
  /** How many rules drop packets now. */
  let dropRules = 0;
  let hasAddress = true;

  return {
    address: outer,
    program,
    unplug: () => inside('link', 'set', innerEnd, 'down'),
    drop(packets, direction) {
      const kind = packets === 'all' ? [] : ['ipproto', packets];
      const add = (...rule: readonly string[]): void => {
        inside('rule', 'add', ...DROP_RULE, ...kind, ...rule);
        dropRules += 1;
      };
      add('iif', innerEnd, 'blackhole');
      // The interface of packets that this machine sends is `lo` (ip-rule(8)).
      if (direction === undefined) add('iif', 'lo', 'lookup', NOWHERE.table);
    },
    takeAddress() {
      inside('address', 'delete', innerAddress(), 'dev', innerEnd);
      hasAddress = false;
    },
    restore() {
      if (!hasAddress) {
        moves += 1;
        inside('address', 'add', innerAddress(), 'dev', innerEnd);
      }
      hasAddress = true;
      for (; dropRules > 0; dropRules--) inside('rule', 'delete', ...DROP_RULE);
      inside('link', 'set', innerEnd, 'up');
    },
    remove,
  };
}
