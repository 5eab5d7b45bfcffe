/**
 * Preloaded into the server (`node --import`): on SIGUSR2 it prints how long the event loop was blocked since
 * the last signal, as one line `loop {"maxMs":…,"p99Ms":…,"maxCpuMs":…}` on standard error. `maxCpuMs` is the
 * most processor time of one iteration of the loop, which does not depend on other programs.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NS_PER_MS = 1e6;
const US_PER_MS = 1e3;
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / US_PER_MS;
};
let before = cpuMs();
let maxCpuMs = 0;
setInterval(() => {
  const now = cpuMs();
  maxCpuMs = Math.max(maxCpuMs, now - before);
  before = now;
}, 1).unref();

process.on('SIGUSR2', () => {
  const figures = { maxMs: delays.max / NS_PER_MS, p99Ms: delays.percentile(99) / NS_PER_MS, maxCpuMs };
  process.stderr.write(`loop ${JSON.stringify(figures)}\n`);
  delays.reset();
  maxCpuMs = 0;
});
