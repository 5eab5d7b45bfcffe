import type { Geolocation, OutsideEvent, Position } from '@samtal/call-core';

export type FakeGeolocation = Geolocation & {
  /** Whether the core is asking. */
  readonly isWatching: boolean;
  /** How often it began to ask. */
  readonly watches: number;
  /** A fix, reported only while somebody asks. */
  find(position: Position): void;
};

export function createFakeGeolocation(emit: (event: OutsideEvent) => void): FakeGeolocation {
  let isWatching = false;
  let watches = 0;
  return {
    get isWatching() {
      return isWatching;
    },
    get watches() {
      return watches;
    },
    watch() {
      isWatching = true;
      watches += 1;
    },
    stop() {
      isWatching = false;
    },
    find(position) {
      if (isWatching) emit({ type: 'positionFound', position });
    },
  };
}
