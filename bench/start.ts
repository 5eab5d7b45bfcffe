/**
 * Measures a release in production, as an operator starts it: the time until it is ready, and its memory one minute
 * later, before and after a first visitor; beside a Node that only waits.
 *
 *   npm run bench:start
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unpackRelease } from '../e2e/support/server/unpacked-release.ts';
import { buildWeb } from '../tools/build-web.mjs';
import { makeRelease } from '../tools/release/make-release.mjs';
import { nodeForServer } from '../tools/runtime.mjs';
import { cpuMsOf, residentMemoryOf } from './machine/process-cost.ts';

const STARTS = 5;
const IDLE_MS = 60_000;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const row = (what: string, numbers: readonly number[], unit: string): void => {
  const range = `${Math.round(Math.min(...numbers))}–${Math.round(Math.max(...numbers))}`;
  console.log(`| ${what} | ${median(numbers).toFixed(0)} ${unit} | ${range} |`);
};
const memoryMb = (pid: number): number => residentMemoryOf(pid) / 1000;

await buildWeb();
const made = mkdtempSync(join(tmpdir(), 'samtal-start-'));
const { archive } = await makeRelease({ into: made, withNode: false });
const release = await unpackRelease(archive);
const node = spawn(nodeForServer(), ['--eval', 'setInterval(() => {}, 1e6)']);
const [ready, cpu, idle, visited]: [number[], number[], number[], number[]] = [[], [], [], []];
try {
  for (let start = 0; start < STARTS; start++) {
    const began = performance.now();
    const server = await release.start();
    ready.push(performance.now() - began);
    cpu.push(cpuMsOf(server.pid));
    await wait(IDLE_MS);
    idle.push(memoryMb(server.pid));
    await (await fetch(`${server.url}/login`)).text();
    await wait(IDLE_MS);
    visited.push(memoryMb(server.pid));
    await server.stop();
  }
  console.log(`Medians of ${STARTS} starts, and least–most\n\n| | | |\n|---|---|---|`);
  row('from the command until ready', ready, 'ms');
  row('processor time until ready', cpu, 'ms');
  row('memory (RSS) a minute later', idle, 'MB');
  row('memory after the first visitor', visited, 'MB');
  row('memory of a Node that waits', [memoryMb(node.pid ?? 0)], 'MB');
} finally {
  node.kill();
  release.remove();
  rmSync(made, { recursive: true });
}
