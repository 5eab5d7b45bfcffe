import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../tools/runtime.mjs';
import { type DebianMachine, makeMachine } from './debian-machine.ts';

/** A name of no public domain (RFC 6762). */
export const DOMAIN = 'calls.local';
/** The networks of the journey (RFC 2544 benchmarks: used nowhere else): between the machines, and to the users. */
const INNER = '198.18.97.';
const OUTER = '198.18.96.';
export const FRONT_ADDRESS = `${OUTER}2`;

export const NAMES = ['front', 'first', 'second'] as const;
export type Name = (typeof NAMES)[number];
export type Machines = Readonly<Record<Name, DebianMachine>>;

export const innerAddress: Readonly<Record<Name, string>> = {
  front: `${INNER}10`,
  first: `${INNER}20`,
  second: `${INNER}21`,
};

/** What the page lets its reader do: commands on machines, or a file that goes from one to others. */
type Step =
  | { readonly kind: 'commands'; readonly on: readonly Name[]; readonly script: string }
  | { readonly kind: 'copy'; readonly from: Name; readonly to: readonly Name[]; readonly file: string };

const namesIn = (text: string): Name[] => NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(text));

/** The steps of docs/several-hosts.md, with the addresses of the journey. */
export function stepsOfPage(): Step[] {
  const page = readFileSync(join(root, 'docs/several-hosts.md'), 'utf8')
    .replaceAll('calls.example.org', DOMAIN)
    .replaceAll('10.0.0.', INNER)
    .replaceAll('203.0.113.5', FRONT_ADDRESS)
    // A machine of the tests may open fewer files than a server.
    .replaceAll(
      'haproxy -c ',
      "sed -i 's/maxconn 40000/maxconn 4000/' /etc/haproxy/haproxy.cfg\nhaproxy -c ",
    );
  let on: Name[] = [];
  return [
    ...page.matchAll(
      /^On ([a-z, ]+):$|^Copy `(\/[^`]+)` to the same place on ([^(.]+)|^```sh\n([^]*?)^```$/gm,
    ),
  ].flatMap(([, names, file, to = '', script]): Step[] => {
    if (names !== undefined) on = namesIn(names);
    if (file !== undefined) return [{ kind: 'copy', from: on[0] ?? 'first', to: namesIn(to), file }];
    return script === undefined ? [] : [{ kind: 'commands', on, script }];
  });
}

const usesApt = (script: string): boolean => script.startsWith('apt-get ');
/** Commands that only name values, for the commands below them. */
const namesValues = (script: string): boolean => /^(?:\w+=\S+\s+)+$/.test(script);

/** Makes the three machines with the packages of the page, and starts them, each with the files of `archives`. */
export async function makeMachines(archives: string): Promise<Machines & { remove(): Promise<void> }> {
  const bridge = `sb${process.pid}`;
  const inner = (name: Name) => ({ address: `${innerAddress[name]}/24`, end: { bridge } });
  const first = makeMachine([inner('first')]);
  const outer = { address: `${FRONT_ADDRESS}/30`, end: { address: `${OUTER}1/30` } };
  const machines = {
    first,
    second: makeMachine([inner('second')], first),
    front: makeMachine([outer, inner('front')], first),
  };
  execFileSync('ip', ['link', 'add', 'name', bridge, 'type', 'bridge']);
  execFileSync('ip', ['link', 'set', bridge, 'up']);
  const remove = async (): Promise<void> => {
    for (const name of NAMES) await machines[name].remove();
    execFileSync('ip', ['link', 'delete', bridge]);
  };
  try {
    for (const name of NAMES) {
      cpSync(archives, join(machines[name].folder, 'root'), { recursive: true });
      const installs = stepsOfPage().filter(
        (step) => step.kind === 'commands' && step.on.includes(name) && usesApt(step.script),
      );
      machines[name].prepare(installs.map((step) => 'script' in step && step.script).join('\n'));
    }
    await Promise.all(NAMES.map((name) => machines[name].boot()));
  } catch (error) {
    await remove();
    throw error;
  }
  return { ...machines, remove };
}

/** Follows the steps of the page, except for the packages. @returns what the commands printed */
export function followPage(machines: Machines): string {
  const values: Partial<Record<Name, string>> = {};
  let printed = '';
  for (const step of stepsOfPage()) {
    if (step.kind === 'copy') {
      const source = join(machines[step.from].folder, step.file);
      for (const name of step.to) cpSync(source, join(machines[name].folder, step.file));
    } else if (namesValues(step.script)) for (const name of step.on) values[name] = step.script;
    else if (!usesApt(step.script))
      for (const name of step.on) printed += machines[name].run(`${values[name] ?? ''}\n${step.script}`);
  }
  return printed;
}
