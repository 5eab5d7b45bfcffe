import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of one tick of `/proc/<pid>/stat`: user and system time are counted in hundredths of a second. */
const TICK_MS = 10;

type Stat = { readonly pid: number; readonly parent: number; readonly cpuMs: number };

/** undefined = the process has ended. */
function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { pid, parent: fields[1] ?? 0, cpuMs: ((fields[11] ?? 0) + (fields[12] ?? 0)) * TICK_MS };
  } catch {
    return undefined;
  }
}

/** A process and those that it has started. */
function family(pid: number): readonly Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const found = all.filter((each) => each.pid === pid);
  for (const each of found) found.push(...all.filter(({ parent }) => parent === each.pid));
  return found;
}

/** CPU time in milliseconds that a process and its children have used. */
export const cpuMsOf = (pid: number): number => family(pid).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

function memoryOf(pid: number, kind: 'Rss' | 'Pss'): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]);
}

/** Kilobytes of memory of a process and its children; pages that they share count once. */
export const sharedMemoryOf = (pid: number): number =>
  family(pid).reduce((sum, each) => sum + memoryOf(each.pid, 'Pss'), 0);

/** Kilobytes of memory of one process (RSS). */
export const residentMemoryOf = (pid: number): number => memoryOf(pid, 'Rss');
