import { defineConfig } from '@playwright/test';
import { chromiumFlags, findPageChromium, slowCamera } from '../tools/chromium.mjs';
import { isOnCluster } from './support/cluster/on-cluster.ts';

/** Journeys of calls; those over Kamailio stand with the other journeys of the server. */
const calls = ['**/calls/**/*.spec.ts', '**/server/{kamailio,cluster}.spec.ts'];

const isLong = process.env['E2E_LONG'] === 'yes';

const launchWith = (...flags: readonly string[]) => ({
  executablePath: findPageChromium() ?? '',
  args: [...chromiumFlags, ...flags],
});

/** User journeys that run against the cluster of `npm run cluster` instead of the embedded SIP server. */
const onCluster = {
  name: 'cluster',
  workers: 1,
  testMatch: ['**/calls/**/*.spec.ts', '**/pages/*.spec.ts'],
  // The cluster has made its certificate.
  use: { launchOptions: launchWith(slowCamera(10)), ignoreHTTPSErrors: true },
};

const projects = [
  { name: 'calls', workers: 1, testMatch: calls, use: { launchOptions: launchWith(slowCamera(10)) } },
  {
    name: 'pages',
    workers: 1,
    testMatch: ['**/pages/*.spec.ts', '**/server/*.spec.ts'],
    testIgnore: calls,
    use: { launchOptions: launchWith(slowCamera(5)) },
  },
  // What takes longer than a quarter of an hour runs by hand: npm run test:long.
  ...(isLong
    ? [{ name: 'long', workers: 1, testMatch: '**/long/*.spec.ts', expect: { timeout: 30_000 } }]
    : []),
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
  // Three times what the slowest journey takes on a quiet machine.
  timeout: 120_000,
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
    // Without a graphics processor, animations take a fifth of the time of a journey. Journeys that look at one
    // ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
});
