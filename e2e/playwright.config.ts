import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '../tools/chromium.mjs';

/** User journeys in real browsers against the real server. No retries: a flaky test is a bug to find. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // The journeys of browsers/ have their own configuration. Tests that take longer than a quarter of an hour run by hand:
  // npm run test:long.
  testIgnore: ['browsers/**', ...(process.env['E2E_LONG'] === 'yes' ? [] : ['long/**'])],
  outputDir: '../test-results',
  // Two browsers encode and decode video in each journey; with more journeys at a time, the tests would
  // measure the machine, not Samtal.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../test-results/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium() ?? '', args: [...chromiumFlags] },
    permissions: ['camera', 'microphone'],
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
});
