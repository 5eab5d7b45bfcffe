import { HTTP_LIMITS } from '../../domain/limits/limits.ts';

/** Whether one part of the server works. */
export type HealthCheck = () => Promise<boolean>;

/** The parts of the server that must work for it to be ready, by name. */
export type Readiness = Readonly<Record<string, HealthCheck>>;

/** The names of the parts that do not work. */
export async function failingParts(readiness: Readiness): Promise<readonly string[]> {
  const answers = await Promise.all(
    Object.entries(readiness).map(async ([part, check]) => ({ part, works: await check() })),
  );
  return answers.filter(({ works }) => !works).map(({ part }) => part);
}

/**
 * Creates the check whether a part answers. The part is asked at most once a second for any number of requests.
 * Without an answer within half a second the result is false, and that question stays pending.
 */
export function createHealthCheck(
  ask: () => Promise<void>,
  elapsedMs: () => number = () => performance.now(),
): HealthCheck {
  let known: { readonly at: number; readonly isWell: boolean } | undefined;
  let asking: Promise<boolean> | undefined;

  async function askNow(): Promise<boolean> {
    const isWell = await ask().then(
      () => true,
      () => false,
    );
    known = { at: elapsedMs(), isWell };
    asking = undefined;
    return isWell;
  }

  return async () => {
    if (known !== undefined && elapsedMs() - known.at < HTTP_LIMITS.healthFreshMs) return known.isWell;
    asking ??= askNow();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), HTTP_LIMITS.healthWaitMs);
    });
    const isWell = await Promise.race([asking, late]);
    clearTimeout(timer);
    return isWell;
  };
}
