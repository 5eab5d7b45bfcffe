import { expect, test } from '../../support/journey.ts';
import { chooseInAccount } from '../../support/page/account-menu.ts';

test('D67 a user chooses a picture, and the other person sees it while the call rings and in the history, until it is removed', async ({
  reachable,
  server,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  const { page } = alice;
  // An earlier call is in the history, so the page of the callee asks for the picture before there is one.
  await alice.dial('bobby');
  await bobby.page.getByRole('button', { name: 'Reject', exact: true }).click();
  await alice.hasStatus('REJECTED_REMOTE');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const faceInHistory = bobby.page.getByRole('listitem').filter({ hasText: 'Alice' }).first();
  await bobby.page.getByRole('link', { name: 'History' }).click();
  await expect(faceInHistory).toBeVisible();
  await bobby.page.getByRole('link', { name: 'Call', exact: true }).click();
  const png = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 800, height: 500 });
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.fillStyle = '#2266aa';
    context.fillRect(0, 0, 800, 500);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  await chooseInAccount(page, 'User information');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Change the picture' })).toBeVisible();
  const address = await page.getByRole('main').locator('img').getAttribute('src');

  await page.getByRole('link', { name: 'Call', exact: true }).click();
  await alice.dial('bobby');
  const face = bobby.page.getByRole('alertdialog').locator('img');
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  expect(await face.getAttribute('src')).toBe(address);
  await bobby.page.getByRole('button', { name: 'Reject', exact: true }).click();
  await alice.hasStatus('REJECTED_REMOTE');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const { page: bobbys } = bobby;
  await bobbys.getByRole('link', { name: 'History' }).click();
  await expect(
    bobbys.getByRole('listitem').filter({ hasText: 'Alice' }).locator('img').first(),
  ).toHaveAttribute('src', address ?? '');

  await chooseInAccount(page, 'User information');
  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible();
  expect((await page.request.get(`${server.url}${address}`)).status()).toBe(404);
});
