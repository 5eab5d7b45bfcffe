import type { Geolocation, OutsideEvent, Position } from '@samtal/call-core';

export type FakeGeolocation = Geolocation & {
  /** Whether the core requests positions. */
  readonly isWatching: boolean;
  /** How often the core started to request positions. */
  readonly watches: number;
  /** Reports a position, but only while the core requests them. */
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
