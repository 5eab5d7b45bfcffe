import type { Geolocation, GeolocationEvent } from '@samtal/call-core';

/** The name of each `code` of the W3C GeolocationPositionError. */
const FAILURES: Readonly<Record<number, string>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** The browser's geolocation; the position is requested only from `watch` to `stop` (GEO-01, GEO-02). */
export function createBrowserGeolocation(
  emit: (event: GeolocationEvent) => void,
  source: Pick<globalThis.Geolocation, 'watchPosition' | 'clearWatch'> | undefined,
): Geolocation {
  let watchId: number | undefined;
  function stop(): void {
    if (watchId !== undefined) source?.clearWatch(watchId);
    watchId = undefined;
  }
  return {
    watch() {
      stop();
      if (source === undefined) {
        emit({ type: 'positionFailed', code: 'notSupported' });
        return;
      }
      watchId = source.watchPosition(
        ({ coords: { latitude, longitude, accuracy }, timestamp }) =>
          emit({
            type: 'positionFound',
            position: { latitude, longitude, accuracyMetres: accuracy, at: timestamp },
          }),
        ({ code }) => emit({ type: 'positionFailed', code: FAILURES[code] ?? 'other' }),
        { enableHighAccuracy: true },
      );
    },
    stop,
  };
}
