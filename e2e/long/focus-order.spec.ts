import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { focusOrder } from '../support/focus-order.ts';
import { expect, test } from '../support/journey.ts';
import type { Person } from '../support/person.ts';

const record = fileURLToPath(new URL('../../docs/focus-order.md', import.meta.url));
const sizes = [
  [1440, 900],
  [360, 740],
] as const;

const introduction = `# Order of focus

Where the Tab key goes on each screen, from the start of the page. Recorded and compared by
\`e2e/long/focus-order.spec.ts\`; with \`RECORD=yes\` it writes this page anew.`;

test('WCAG 2.4.3 from the login to the end of a call the focus goes as recorded in docs/focus-order.md', async ({
  person,
  reachable,
}) => {
  test.setTimeout(10 * 60_000);
  const parts = [introduction];
  async function note(screen: string, { page }: Person): Promise<void> {
    parts.push(`## ${screen}`);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const stops = await focusOrder(page);
      parts.push(`${width} × ${height}:\n`, ...stops.map((stop, index) => `${index + 1}. ${stop}`));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  const guest = await person('carol');
  await note('Login', guest);
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await note('Dial', alice);
  for (const [link, heading] of [
    ['Contacts', 'Contacts'],
    ['History', 'History'],
    ['Messages', 'Messages'],
  ] as const) {
    await alice.page.getByRole('link', { name: link, exact: true }).first().click();
    await expect(alice.page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await note(link, alice);
  }
  await alice.page.goto(new URL('/settings/duringcalls/textformat', alice.page.url()).href);
  await note('Settings, text format', alice);
  await alice.page.goto(new URL('/', alice.page.url()).href);

  await alice.dial('bobby');
  await alice.hasStatus('CALLING');
  await note('Calling', alice);
  await note('Incoming call', bobby);
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.fill('It is me.');
  await expect(bobby.incomingText).toHaveText('It is me.');
  await note('In a call', alice);
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await note('Ended by the other person', bobby);

  const found = `${parts
    .join('\n\n')
    .replaceAll(/\n\n(?=\d+\. )/g, '\n')
    .replaceAll(':\n\n1.', ':\n\n1.')}\n`;
  if (process.env['RECORD'] === 'yes') writeFileSync(record, found);
  expect(found).toBe(readFileSync(record, 'utf8'));
});
