import type { FetchedSecondCall, SecondCallCode } from '@samtal/call-core';

/** Code that is loaded when the first second caller calls; if that fails, the next one tries again. */
export function createFetchedSecondCall(load: () => Promise<SecondCallCode>): FetchedSecondCall {
  let code: SecondCallCode | undefined;
  return {
    get: () => code,
    async fetch() {
      try {
        code = await load();
      } catch {
        // The caller reads that the user is busy (decision D34).
      }
    },
  };
}
