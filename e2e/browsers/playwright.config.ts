import { defineConfig } from '@playwright/test';
import { testBrowsers } from '../../tools/browsers.mjs';
import type { Engine } from './fixtures.ts';

const isLater = (one: { kind: string }, other: { kind: string }): number =>
  Number(one.kind !== 'webkit') - Number(other.kind !== 'webkit');

const isLong = process.env['E2E_LONG'] === 'yes';

/**
 * WebKitGTK has no peer connection, so it makes no calls; component tests draw the gallery in Chromium. In
 * Chromium, pushes are tested in `e2e/calls`.
 */
const specs: Readonly<Record<Engine['kind'], string[]>> = {
  chromium: ['call.spec.ts'],
  firefox: ['call.spec.ts', 'web-push.spec.ts'],
  // WebKitGTK 2.50 now and then stops in the middle of the hundreds of scenes of the gallery, waiting for a lock.
  webkit: ['no-call.spec.ts', ...(isLong ? ['gallery.spec.ts'] : [])],
};

/** The same journeys in each browser of this machine (docs/browsers.md): `npm test -- browsers`. */
export default defineConfig<object, { engine: Engine }>({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results/browsers',
  // Two cores can encode and decode the video of two journeys at the same time.
  workers: 2,
  // Three times what the calling journey takes in Firefox.
  timeout: 240_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../../test-results/browsers.json' },
    ],
  ],
  // WebKitGTK has the longest journey, so it begins first.
  projects: testBrowsers.toSorted(isLater).flatMap(({ name, kind, find }) => {
    const program = find();
    if (program === undefined) return [];
    return [{ name, testMatch: specs[kind], use: { engine: { kind, program } } }];
  }),
});
