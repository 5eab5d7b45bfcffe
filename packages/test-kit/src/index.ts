/**
 * Fakes for tests: one for each port of the calling core, linked so that two clients can call each other, a
 * clock that tests move, and builders. The fake and the real adapter of Signalling pass the same suite. No
 * product code imports this package.
 */
export type { FakeClock } from './fake-clock.ts';
export { createFakeClock } from './fake-clock.ts';
export { createFakeEnds } from './fake-ends.ts';
export type { FakeGeolocation } from './fake-geolocation.ts';
export type { FakeLocalMedia } from './fake-local-media.ts';
export type { FakeNetwork, FakeSignalling } from './linked-signalling.ts';
export { createFakeNetwork } from './linked-signalling.ts';
export { createSeededRandom } from './seeded-random.ts';
export type { OpenEnd, SignallingCase, SignallingEnd } from './signalling-suite.ts';
export { signallingCases } from './signalling-suite.ts';
export type { JpegFaults } from './small-jpeg.ts';
export { smallJpeg } from './small-jpeg.ts';
export type { TestClient } from './test-client.ts';
export { createTestClient, settingsOf } from './test-client.ts';
