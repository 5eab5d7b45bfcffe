export type { FakeClock } from './fake-clock.ts';
export { createFakeClock } from './fake-clock.ts';
export type { FakeLocalMedia } from './fake-local-media.ts';
export { createFakeLocalMedia } from './fake-local-media.ts';
export type { FakeNetwork, FakeSignalling } from './linked-signalling.ts';
export { createFakeNetwork } from './linked-signalling.ts';
export type { TestClient } from './test-client.ts';
export { createSeededRandom, createTestClient, settingsOf } from './test-client.ts';
