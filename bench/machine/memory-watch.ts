import { sharedMemoryOf } from './process-cost.ts';

const EVERY_MS = 10_000;

export type MemoryOfProcess = {
  readonly name: string;
  /** At the begin and at the end of the time that counts. */
  readonly firstMb: number;
  readonly lastMb: number;
  /** Slope of the straight line through all samples (least squares). */
  readonly mbPerTenMinutes: number;
};

type Sample = { readonly at: number; readonly mb: number };

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

function slopeOf(samples: readonly Sample[]): number {
  const [at, mb] = [meanOf(samples.map((each) => each.at)), meanOf(samples.map((each) => each.mb))];
  const sums = samples.map((each) => [(each.at - at) * (each.mb - mb), (each.at - at) ** 2] as const);
  return (
    sums.reduce((sum, [product]) => sum + product, 0) / sums.reduce((sum, [, square]) => sum + square, 0)
  );
}

/**
 * Samples the memory of processes and of their children every ten seconds.
 * @returns `end` stops sampling; its result leaves out the samples of the first `warmUpMs`
 */
export function watchMemory(processes: readonly { readonly name: string; readonly pid: number }[]) {
  const began = performance.now();
  const samples = processes.map((): Sample[] => []);
  const timer = setInterval(() => {
    for (const [index, { pid }] of processes.entries())
      samples[index]?.push({ at: performance.now() - began, mb: sharedMemoryOf(pid) / 1024 });
  }, EVERY_MS);
  return {
    end(warmUpMs: number): readonly MemoryOfProcess[] {
      clearInterval(timer);
      return processes.map(({ name }, index) => {
        const counted = (samples[index] ?? []).filter(({ at }) => at >= warmUpMs);
        return {
          name,
          firstMb: counted[0]?.mb ?? Number.NaN,
          lastMb: counted.at(-1)?.mb ?? Number.NaN,
          mbPerTenMinutes: slopeOf(counted) * 600_000,
        };
      });
    },
  };
}
