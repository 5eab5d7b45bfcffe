import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findPageChromium } from './tools/chromium.mjs';
import { leanJsSip } from './tools/lean/lean-jssip.mjs';
import { leanReact } from './tools/lean/lean-react.mjs';

const browserTests = 'apps/web/src/**/*.browser.test.{ts,tsx}';
/** Tests of code that is not loaded yet, or cannot be: no test before them may have loaded it. */
const notLoaded = 'apps/web/src/**/*-not-loaded.browser.test.tsx';

/** How long a test waits before it fails: the slowest tests take some seconds on a quiet machine, and machines are busy. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // The default is one second.
  expect: { poll: { timeout: 10_000 } },
};

/** Tests in a real Chromium. */
const inBrowser = (test: { name: string; isolate?: boolean; include: string[]; exclude?: string[] }) => ({
  plugins: [react(), leanJsSip(), leanReact()],
  // Found only while tests run, these would make Vite reload the page under them.
  optimizeDeps: {
    include: [
      '@tanstack/react-virtual',
      'axe-core',
      'detect-browser',
      'i18next',
      'jssip',
      'papaparse',
      'react',
      'react-dom/client',
      'react-i18next',
      'react/jsx-dev-runtime',
      'vitest-browser-react',
      'wouter',
      'wouter/memory-location',
      'wouter/use-browser-location',
      'zod/mini',
    ],
  },
  test: {
    ...test,
    ...patience,
    setupFiles: ['apps/web/src/testing/clean-page.ts'],
    // The gallery tries every theme at every size.
    provide: { everyCase: process.env['EVERY_CASE'] === 'yes' },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: findPageChromium() ?? '', args: chromiumFlags },
        contextOptions: { permissions: ['camera', 'microphone'] },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

/** `unit` runs in Node, `browser` and `browser alone` run the adapters and components in a real Chromium. */
export default defineConfig({
  test: {
    // Tests in a browser spend a third of their time waiting for frames and keys. So there is one worker more than
    // processors; the default of Vitest is one less.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          ...patience,
          // Tests of one worker share the modules that they import, which takes half the time. No test may leave
          // a global changed.
          isolate: false,
          globalSetup: ['tools/temporary-folder.mjs'],
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'e2e/support/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', browserTests],
        },
      },
      // Files share the modules of one page, which takes a third of the time less.
      inBrowser({ name: 'browser', isolate: false, include: [browserTests], exclude: [notLoaded] }),
      inBrowser({ name: 'browser alone', include: [notLoaded] }),
    ],
  },
});
