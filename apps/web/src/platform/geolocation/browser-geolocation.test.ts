import type { GeolocationEvent } from '@samtal/call-core';
import { describe, expect, test } from 'vitest';
import { createBrowserGeolocation } from './browser-geolocation.ts';

type Watch = { readonly found: PositionCallback; readonly failed: PositionErrorCallback };

function createScene() {
  const events: GeolocationEvent[] = [];
  const watches = new Map<number, Watch>();
  let lastId = 0;
  const geolocation = createBrowserGeolocation((event) => events.push(event), {
    watchPosition(found, failed) {
      lastId += 1;
      watches.set(lastId, { found, failed: failed ?? (() => {}) });
      return lastId;
    },
    clearWatch: (id) => void watches.delete(id),
  });
  return { events, watches, geolocation, current: () => [...watches.values()][0] };
}

test('GEO-01 GEO-06 positions are requested from watch until stop, by a single watch', () => {
  const { geolocation, watches, events, current } = createScene();
  expect(watches.size).toBe(0);
  geolocation.watch();
  geolocation.watch();
  expect(watches.size).toBe(1);
  const coords = { latitude: 59.3293, longitude: 18.0686, accuracy: 12 };
  current()?.found({ coords, timestamp: 1_700_000_000_000 } as GeolocationPosition);
  expect(events).toEqual([
    {
      type: 'positionFound',
      position: { latitude: 59.3293, longitude: 18.0686, accuracyMetres: 12, at: 1_700_000_000_000 },
    },
  ]);
  geolocation.stop();
  geolocation.stop();
  expect(watches.size).toBe(0);
});

describe('errors of the browser get a name for the log', () => {
  test.each([
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'timeout'],
    [9, 'other'],
  ])('%i is %s, and the watch continues', (code, word) => {
    const { geolocation, watches, events, current } = createScene();
    geolocation.watch();
    current()?.failed({ code } as GeolocationPositionError);
    expect(events).toEqual([{ type: 'positionFailed', code: word }]);
    expect(watches.size).toBe(1);
  });

  test('a browser without geolocation', () => {
    const events: GeolocationEvent[] = [];
    const geolocation = createBrowserGeolocation((event) => events.push(event), undefined);
    geolocation.watch();
    geolocation.stop();
    expect(events).toEqual([{ type: 'positionFailed', code: 'notSupported' }]);
  });
});
