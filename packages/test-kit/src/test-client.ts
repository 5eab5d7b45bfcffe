import type {
  CallClient,
  CallStatus,
  ClientSettings,
  LaterSecondCall,
  Notice,
  OutsideEvent,
  Tickets,
} from '@samtal/call-core';
import { callStatusOf, createCallClient } from '@samtal/call-core';
import { locationCode } from '@samtal/call-core/location';
import { stepScreens } from '@samtal/call-core/screen';
import { secondCallCode } from '@samtal/call-core/second-call';
import { threePeopleCode } from '@samtal/call-core/three-people';
import { transferCode } from '@samtal/call-core/transfer';
import type { FakeClock } from './fake-clock.ts';
import type { FakeGeolocation } from './fake-geolocation.ts';
import { createFakeGeolocation } from './fake-geolocation.ts';
import type { FakeLocalMedia } from './fake-local-media.ts';
import { createFakeLocalMedia } from './fake-local-media.ts';
import { createFakeScreenCapture, type FakeScreenCapture } from './fake-screen-capture.ts';
import type { FakeNetwork, FakeSignalling } from './linked-signalling.ts';
import { createSeededRandom } from './seeded-random.ts';

/** A core with fakes for all its ports, and a record of its notices, logs and statuses. */
export type TestClient = CallClient & {
  readonly signalling: FakeSignalling;
  readonly localMedia: FakeLocalMedia;
  readonly screen: FakeScreenCapture;
  readonly geolocation: FakeGeolocation;
  /** Visible notices, newest last. */
  readonly notices: readonly Notice[];
  /** Log entries of the core at level info, in order: name and details. */
  readonly noted: readonly (readonly [string, Readonly<Record<string, unknown>> | undefined])[];
  /** Warnings of the core, in order. */
  readonly warnings: readonly string[];
  /** Every call status, in the order in which it was reached. */
  readonly statuses: readonly CallStatus[];
  status(): CallStatus | undefined;
};

export function settingsOf(name: string, changes: Partial<ClientSettings> = {}): ClientSettings {
  return {
    account: { address: `${name}@demo.example`, username: name, password: 'secret' },
    servers: ['ws://one.example/sip'],
    audio: true,
    video: true,
    text: true,
    bandwidth: { audioKbps: 0, videoKbps: 0 },
    emergencyNumbers: ['112', '911'],
    reconnectionAttempts: 10,
    reconnectionDelayMs: 4000,
    registerExpirySeconds: 600,
    ...changes,
  };
}

/** The code for two calls, which is loaded from the start. */
const loadedSecondCall: LaterSecondCall = { code: secondCallCode, load: async () => secondCallCode };

type Parts = {
  /** Where a page leaves its call for the next one; absent = a reload ends the call. */
  readonly tickets?: Tickets | undefined;
  readonly secondCall?: LaterSecondCall | undefined;
  /** Whether the code for calls of three is loaded. */
  readonly hasThreePeople?: boolean;
};

export function createTestClient(
  network: FakeNetwork,
  clock: FakeClock,
  seed = 1,
  { tickets, secondCall = loadedSecondCall, hasThreePeople = false }: Parts = {},
): TestClient {
  const transfers = hasThreePeople ? threePeopleCode : transferCode;
  const notices: Notice[] = [];
  const statuses: CallStatus[] = [];
  const noted: [string, Readonly<Record<string, unknown>> | undefined][] = [];
  const warnings: string[] = [];
  const emit = (event: OutsideEvent): void => client.emit(event);
  const signalling = network.connect(emit);
  const localMedia = createFakeLocalMedia(emit);
  const screen = createFakeScreenCapture(emit);
  const screens = { stepScreens, capture: screen };
  const geolocation = createFakeGeolocation(emit);
  const silent = (): void => undefined;
  const client = createCallClient({
    signalling,
    localMedia,
    geolocation,
    notices: {
      show: (notice) => {
        notices.splice(0, notices.length, ...notices.filter(({ id }) => id !== notice.id), notice);
      },
      clear: (id) => {
        notices.splice(0, notices.length, ...notices.filter((notice) => notice.id !== id));
      },
    },
    ...(tickets && { tickets }),
    secondCall,
    transfers: { get: () => transfers, fetch: async () => transfers },
    location: { get: () => locationCode, fetch: async () => locationCode },
    screens: { get: () => screens, fetch: async () => screens },
    clock,
    random: createSeededRandom(seed),
    log: {
      debug: silent,
      info: (message, detail) => void noted.push([message, detail]),
      warn: (message) => void warnings.push(message),
    },
  });
  const status = (): CallStatus | undefined => callStatusOf(client.getState().call);
  client.subscribe(() => {
    const now = status();
    if (now !== undefined && now !== statuses.at(-1)) statuses.push(now);
  });
  return {
    ...client,
    signalling,
    localMedia,
    screen,
    geolocation,
    notices,
    noted,
    warnings,
    statuses,
    status,
  };
}
