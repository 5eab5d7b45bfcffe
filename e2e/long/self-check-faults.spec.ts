import { test } from '../support/journey.ts';
import { findsFault, launchOptions } from '../support/page/self-check.ts';

test.use({ launchOptions });
test.describe.configure({ timeout: 600_000 });

for (const [fault, notMet, what] of [
  [
    'screen',
    ['6.2.2.1', '6.2.2.2', '6.2.2.3', '6.2.2.4', '6.3', '6.5.5'],
    'text on text, no names and no sign of a voice',
  ],
  ['text', ['6.2.1.1', '6.2.4', '6.4'], 'late text and no greeting'],
  ['sound', ['6.1', '6.2.1.2', '6.2.2.4', '6.5.5'], 'a lost sound'],
] as const)
  test(`EN 301 549 D90 the self-check finds ${what}, and calls nothing else not met`, async ({ person }) => {
    await findsFault(await person('alice'), fault, notMet);
  });
