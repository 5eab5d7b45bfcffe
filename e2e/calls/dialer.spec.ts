import { expect, test } from '../support/journey.ts';
import { setWebSetting } from '../support/page/web-setting.ts';
import { startBrandedServer } from '../support/server/branded-server.ts';

test('INCALL-08 INCALL-20 INCALL-21 INCALL-24 D16 A-087 with the brand of the specification, a user who has turned video off is told so, and can open the settings without losing the call', async ({
  person,
}) => {
  const server = await startBrandedServer('specification');
  await setWebSetting(server.url, 'carol', 'WEB_VIDEO', 'false');
  const phone = { viewport: { width: 390, height: 800 } };
  const carol = await person('carol', phone, server.url);
  const bobby = await person('bobby', phone, server.url);
  await carol.isReachable();
  await bobby.isReachable();
  await carol.dial('bobby');
  await bobby.answer();
  await carol.hasStatus('ACCEPTED');
  await expect(carol.ownText).toBeVisible();

  const button = (name: string) => carol.page.getByRole('button', { name, exact: true });
  await expect(button('Own camera')).toBeDisabled();
  await expect(button('Microphone')).toBeEnabled();
  await button('More').click();
  await button('Go to settings').click();
  await expect(carol.page.getByRole('dialog')).toContainText('Video is turned off in your settings.');
  await button('Open after the call').click();
  await carol.hasStatus('ACCEPTED');
  await expect(carol.ownText).toBeVisible();

  await carol.hangUp();
  await carol.hasStatus('COMPLETED');
  await expect(carol.page).toHaveURL(/\/settings\/duringcalls\/media$/);
  await server.dispose();
});
