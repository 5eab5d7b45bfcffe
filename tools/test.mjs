/**
 * `npm test`: the rules, then every test: units in Node, adapters and components in a real browser, user
 * journeys against the real server, and the main journeys in other browsers. `npm test -- check unit browser
 * e2e browsers` selects some; `npm run test:long` runs the tests that take long, and `npm test -- cluster` the
 * journeys of users against the cluster of `npm run cluster`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureInstalled, giveUp, run, say } from './runtime.mjs';

ensureInstalled();
const { ensureChromium, ensureFirefox, ensureTestBrowsers } = await import('./browsers.mjs');
const { buildWeb } = await import('./build-web.mjs');

const asked = process.argv.slice(2);
const byHand = ['cluster', 'long'];
const wants = (name) => (asked.length === 0 ? !byHand.includes(name) : asked.includes(name));

if (['browser', 'e2e', 'browsers', 'cluster', 'long'].some(wants) && !ensureChromium()) {
  giveUp(
    'The tests need Chromium or Chrome: install Debian\'s "chromium" package, or set CHROMIUM_PATH to a browser.',
  );
}
await buildWeb();

const reports = mkdtempSync(join(tmpdir(), 'samtal-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** The titles of the tests that failed. */
const failedTests = [];
/** How many tests were left out, by step and reason. */
const leftOut = new Map();

async function step(name, program, args, { env, count } = {}) {
  if (!wants(name)) return;
  const started = Date.now();
  const { code } = await run(program, args, { env });
  try {
    const { failedTitles = [], ...counted } = count?.() ?? {};
    for (const key of Object.keys(counted)) total[key] += counted[key];
    failedTests.push(...failedTitles);
  } catch {
    failures.push(`${name} left no report`);
  }
  if (code !== 0) failures.push(name);
  say(`— ${name}: ${code === 0 ? 'green' : 'RED'} in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** The titles of the failed tests of a Vitest file, or its name if it could not be loaded. */
function failedInFile({ name, status, assertionResults }) {
  const file = relative('.', name);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [file] : [];
  return failed.map(({ fullName }) => `${file} › ${fullName}`);
}

const vitest = (name, files = ['--project', name], env = {}) => {
  const report = join(reports, `${name}.vitest.json`);
  return step(
    name,
    'vitest',
    ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {
      env,
      count: () => {
        const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
          readFileSync(report, 'utf8'),
        );
        const failedTitles = testResults.flatMap(failedInFile);
        return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, failedTitles };
      },
    },
  );
};

await step('check', 'node', ['tools/check.mjs']);
await vitest('unit');
await vitest('browser', ['--project=browser*']);

/** The titles of the tests of a Playwright suite that did not pass at the first try. */
const failedIn = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, title }) => `${file} › ${title}`),
  ...suites.flatMap(failedIn),
];

/** Why the skipped tests of a Playwright suite were skipped. */
const skipReasonsIn = ({ specs = [], suites = [] }) => [
  ...specs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'skipped')
    .map(({ annotations }) => annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason'),
  ...suites.flatMap(skipReasonsIn),
];

const journeys = (name, { folder = 'e2e', only = [], env = {} } = {}) => {
  const report = join(reports, `${name}.json`);
  return step(name, 'playwright', ['test', '--config', `${folder}/playwright.config.ts`, ...only], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
    count: () => {
      const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
      for (const reason of skipReasonsIn({ suites })) {
        const key = `${name}: ${reason}`;
        leftOut.set(key, (leftOut.get(key) ?? 0) + 1);
      }
      // A test that passes only on a second try counts as failed.
      const failed = stats.unexpected + stats.flaky;
      return { passed: stats.expected, failed, skipped: stats.skipped, failedTitles: failedIn({ suites }) };
    },
  });
};

await journeys('e2e');
const notTried = ['browsers', 'long'].some(wants) ? await ensureTestBrowsers() : undefined;
await journeys('browsers', { folder: 'e2e/browsers' });
if (wants('long') && !ensureFirefox()) say('not tried here: pushes to Firefox (Debian: firefox-esr)');
await journeys('cluster', { env: { E2E_CLUSTER: 'yes' } });
await journeys('long', { only: ['e2e/long/'], env: { E2E_LONG: 'yes' } });
await journeys('long', { only: ['--grep', '@long'], env: { E2E_LONG: 'yes' } });
await journeys('long', { folder: 'e2e/browsers', only: ['gallery.spec.ts'], env: { E2E_LONG: 'yes' } });
await vitest('long', ['--project', 'browser', 'apps/web/src/gallery'], { EVERY_CASE: 'yes' });
// Tests the HTTP API against its own description, with many more requests than in the daily run.
await vitest('long', ['--project', 'unit', 'apps/server/src/http/plumbing/openapi.test.ts'], {
  FUZZ_REQUESTS: '24000',
});
await vitest('long', ['--project', 'unit', 'apps/server/src/storage/move/move-database.test.ts'], {
  MOVED_ACCOUNTS: '5000',
});
// Runs random sequences of three phones and an attacker against the SIP server.
await vitest('long', ['--project', 'unit', 'apps/server/src/attacks/sip/model.test.ts'], {
  MODEL_SEQUENCES: '100000',
});
rmSync(reports, { recursive: true, force: true });

if (notTried !== undefined) say(notTried);
for (const [reason, count] of leftOut) say(`left out by ${reason} (${count})`);
for (const title of failedTests) say(`failed: ${title}`);
if (failures.length > 0) say(`red: ${failures.join(', ')}`);
say(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(failures.length > 0 || total.failed > 0 ? 1 : 0);
