import { defineConfig } from '@playwright/test';
import { chromiumFlags, findPageChromium } from '../tools/chromium.mjs';
import { isOnCluster } from './support/cluster/on-cluster.ts';

/**
 * The camera of the journeys in which no call is measured: with five pictures a second it leaves the machine to
 * the others.
 */
const slowCamera = '--use-fake-device-for-media-stream=fps=5';

/** Journeys of calls; those over Kamailio stand with the other journeys of the server. */
const calls = ['**/calls/**/*.spec.ts', '**/server/{kamailio,cluster}.spec.ts'];

/** The same journeys against the cluster of `npm run cluster`, in place of the embedded SIP server. */
const onCluster = {
  name: 'cluster',
  workers: 1,
  testMatch: ['**/calls/**/*.spec.ts', '**/pages/*.spec.ts'],
  // Its certificate is its own.
  use: { ignoreHTTPSErrors: true },
};

const isLong = process.env['E2E_LONG'] === 'yes';

const launchWith = (...flags: readonly string[]) => ({
  executablePath: findPageChromium() ?? '',
  args: [...chromiumFlags, ...flags],
});

const projects = [
  { name: 'calls', workers: 1, testMatch: calls },
  {
    name: 'pages',
    workers: 1,
    testMatch: ['**/pages/*.spec.ts', '**/server/*.spec.ts'],
    testIgnore: calls,
    use: { launchOptions: launchWith(slowCamera) },
  },
  // What takes longer than a quarter of an hour runs by hand: npm run test:long.
  ...(isLong ? [{ name: 'long', workers: 1, testMatch: '**/long/*.spec.ts' }] : []),
];

/** User journeys in real browsers against the real server. No retries: a flaky test is a bug to find. */
export default defineConfig({
  // The second language or appearance of a journey, for example, runs by hand too.
  ...(isLong ? {} : { grepInvert: /@long/ }),
  testDir: '.',
  outputDir: '../test-results',
  // Two browsers encode and decode video in a call; with more calls at a time, the tests would measure the
  // machine, not Samtal. The journeys of pages without a measured call run beside them.
  workers: 2,
  projects: isOnCluster ? [onCluster] : projects,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../test-results/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    launchOptions: launchWith(),
    permissions: ['camera', 'microphone'],
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
});
