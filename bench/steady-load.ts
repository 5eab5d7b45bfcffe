/**
 * Compares three systems under the same load, at the same time: the embedded SIP server, a cluster from the files of
 * `deploy/`, and a plain Kamailio. On each, 5,000 users are registered, and each second 5 calls begin. A call lasts ten seconds and
 * has four texts. Prints what failed, how long a caller waits for 180, and whether memory grows.
 *
 *   npm run bench:load -- [--minutes 30] [--users 5000]
 */
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildWeb } from '../tools/build-web.mjs';
import { watchMemory } from './machine/memory-watch.ts';
import { cpuMsOf } from './machine/process-cost.ts';
import { each } from './sip-clients/each.ts';
import { startLoad } from './steady-load/load.ts';
import { connectUsers, startSystems } from './steady-load/systems.ts';
import { linesOf } from './steady-load/table.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, users: { type: 'string', default: '5000' } },
});
const [minutes, users] = [Number(values.minutes), Number(values.users)];
/** The first minutes fill caches and tables: the growth of memory is read after them. */
const WARM_UP_MS = (minutes * 60_000) / 6;
/** A call that begins last needs this time. */
const LAST_CALL_MS = 20_000;

const say = (text: string): void => console.log(text);

await buildWeb();
const { systems, stop } = await startSystems(users);
try {
  for (const system of systems) {
    const began = performance.now();
    await connectUsers(system, users);
    say(
      `${system.name}: ${users} users are registered after ${Math.round((performance.now() - began) / 1000)} s`,
    );
  }
  const running = systems.map((system, index) => ({
    system,
    cpuBefore: system.processes.map(({ pid }) => cpuMsOf(pid)),
    memory: watchMemory(system.processes),
    // The systems take turns.
    load: startLoad(system.clients, { delayMs: (index * 200) / systems.length }),
  }));
  const began = performance.now();
  for (let minute = 1; minute <= minutes; minute++) {
    await wait(began + minute * 60_000 - performance.now());
    for (const { system, load } of running) {
      const { calls, texts, failures } = load.counts();
      say(`${minute} min, ${system.name}: ${calls} calls, ${texts} texts, ${failures.length} failed`);
    }
  }
  for (const { load } of running) load.end();
  const seconds = (performance.now() - began) / 1000;
  const costs = running.map(({ system, cpuBefore }) =>
    system.processes.map(({ pid }, index) => (cpuMsOf(pid) - (cpuBefore[index] ?? 0)) / (seconds * 10)),
  );
  await wait(LAST_CALL_MS);
  say(`\n${users} users, ${minutes} minutes, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}\n`);
  const measured = running.map(({ system, load, memory }, index) => ({
    name: system.name,
    ...load.counts(),
    cpu: costs[index] ?? [],
    memory: memory.end(WARM_UP_MS),
  }));
  for (const line of linesOf(measured)) say(line);
  await each(systems.length, systems.length, async (index) => {
    for (const client of systems[index]?.clients ?? []) client.close();
  });
} finally {
  await stop();
}
