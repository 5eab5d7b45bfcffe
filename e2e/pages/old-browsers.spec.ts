import type { Page } from '@playwright/test';
import { LANGUAGES } from '@samtal/api-contract';
import { expect, test } from '../support/journey.ts';

const words = (page: Page) => page.getByText('your browser is too old for calls');

async function expectPlainWords(page: Page): Promise<void> {
  await expect(words(page)).toBeHidden();
  await expect(words(page)).toBeVisible();
  await expect(words(page)).toContainText('iOS 15.2 or later');
  const languages = await page
    .locator('.plain-words p')
    .evaluateAll((all) => all.map((each) => each.closest<HTMLElement>('[lang]')?.lang));
  expect(languages).toEqual(LANGUAGES);
}

test('D44 CONST-04 a browser that cannot run modules, or not read the code of the page, shows in every language what to do', async ({
  browser,
  page: unreadable,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await unreadable.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const later = #syntax;' }),
  );
  // The words appear after some seconds: both pages wait at the same time.
  const open = async (each: Page): Promise<void> => {
    await each.goto(server.url);
    await expectPlainWords(each);
  };
  await Promise.all([page, unreadable].map(open));
  await expect(page).toHaveTitle('Log in - Samtal');
  await context.close();
});

test('D44 with reduced motion the plain words appear after the same time, and disappear when the page has started', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.goto(server.url);
  await expect(words(page)).toBeHidden();
  await expect(page.locator('.plain-words')).toHaveCSS('animation-duration', '6s');

  await page.unroute('**/assets/index-*.js');
  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.locator('.plain-words')).toHaveCount(0);
});

/** Removes from a newer Chromium what Chromium 107 lacks, before the page begins. */
function becomeOld(): void {
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with'])
    Reflect.deleteProperty(Array.prototype, name);
  Reflect.deleteProperty(AbortSignal, 'any');
  Reflect.deleteProperty(URL, 'canParse');
}

/** Makes the page fail while it writes an offer, as code that this browser cannot run would. */
function failAtOffers(): void {
  Object.defineProperty(RTCPeerConnection.prototype, 'createOffer', {
    value() {
      throw new TypeError('not a function');
    },
  });
}

test('D44 STATE-24 A-080 users call and type in a browser without what Chromium 107 lacks; a call that cannot be set up fails and ends, and the page says what to do', async ({
  person,
}) => {
  const [alice, bobby] = [await person('alice'), await person('bobby')];
  for (const each of [alice, bobby]) {
    await each.page.addInitScript(becomeOld);
    await each.page.reload();
    await each.isReachable();
  }
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.pressSequentially('hello');
  await expect(bobby.incomingText).toHaveText('hello');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');

  await test.step('STATE-24 A-080 a call that cannot be set up fails and ends, and the page says what to do', async () => {
    await alice.page.addInitScript(failAtOffers);
    await alice.page.reload();
    await alice.dial('bobby');
    await alice.hasStatus('COMPLETED');
    await expect(
      alice.page.getByText(
        'The camera or microphone is in use by another program. Close it and reload the page.',
      ),
    ).toBeVisible();
    await expect(alice.callButton).toBeEnabled();
  });
});
