import { expect, test } from '../support/journey.ts';
import { logOut } from '../support/page/account-menu.ts';

const colourOf = (element: Element): readonly string[] => {
  const { color, backgroundColor } = getComputedStyle(element);
  return [color, backgroundColor];
};

test('SET-23 SET-27 SET-28 the account keeps the chosen settings, and the next call shows them', async ({
  person,
  reachable,
  // The choice stays in the account, and other journeys expect the initial settings.
  mortalServer: server,
}) => {
  const [bobby] = await reachable(['bobby'], server.url);
  const alice = await person('alice', {}, server.url);
  await alice.isReachable();
  const { page } = alice;
  const posted: string[] = [];
  page.on('request', (request) => {
    const key = /\/user\/webSettings\/(\w+)/.exec(request.url())?.[1];
    if (key !== undefined && request.method() === 'POST')
      posted.push(`${key}=${request.postData()} ${request.headers()['content-type']}`);
  });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const saved = page.getByText('Your settings have been saved.');

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings\/duringcalls\/colors$/);
  const incoming = page.getByRole('region', { name: 'Incoming text' });
  await incoming
    .getByRole('radiogroup', { name: 'Text colour' })
    .getByRole('radio', { name: 'Yellow' })
    .check();
  await incoming
    .getByRole('radiogroup', { name: 'Background' })
    .getByRole('radio', { name: 'Purple' })
    .check();
  await save.click();
  await expect(saved).toBeVisible();

  await page.getByRole('link', { name: 'Text format' }).click();
  await expect(saved).not.toBeVisible();
  await page.getByRole('radio', { name: 'Side by side' }).check();
  await page.getByRole('link', { name: 'Media' }).click();
  await page.getByRole('checkbox', { name: 'Video' }).uncheck();
  await save.click();
  await expect(saved).toBeVisible();
  expect(posted.toSorted()).toEqual([
    'WEB_CHAT_LAYOUT=side by side text/plain',
    'WEB_TEXTAREA_IN_BACKGROUND=purple text/plain',
    'WEB_TEXT_IN_COLOR=yellow text/plain',
    'WEB_VIDEO=false text/plain',
  ]);

  await logOut(page);
  await alice.isReachable();
  await expect(page.getByText('The camera is off')).toBeVisible();
  await alice.dial('bobby');
  await bobby.answer();
  await bobby.ownText.pressSequentially('Hi');
  await expect(alice.incomingText).toContainText('Hi');
  expect(await alice.incomingText.evaluate(colourOf)).toEqual(['rgb(255, 255, 0)', 'rgb(128, 0, 128)']);
  const [theirs, own] = [await alice.incomingText.boundingBox(), await alice.ownText.boundingBox()];
  expect(own?.x).toBeGreaterThan((theirs?.x ?? 0) + (theirs?.width ?? 0));
  await expect(page.getByRole('button', { name: 'Own camera' })).toHaveAttribute('aria-pressed', 'false');
  await alice.hangUp();

  await page.goto(`${server.url}/settings/duringcalls/textformat`);
  await expect(page.getByRole('radio', { name: 'Side by side' })).toBeChecked();

  const phone = await person('alice', {}, server.url);
  await phone.isReachable();
  await phone.page.goto(`${server.url}/settings/duringcalls/textformat`);
  await phone.page.getByRole('radio', { name: 'Over-under' }).check();
  await phone.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Over-under' })).toBeChecked();
});
