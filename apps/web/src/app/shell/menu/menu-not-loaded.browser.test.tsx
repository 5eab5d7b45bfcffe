import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import en from '../../../i18n/en/before-login.json' with { type: 'json' };
import { MenuButton } from '../../../ui/menu/MenuButton.tsx';

test('ERR-06 D75 a menu whose code cannot be loaded says so, and offers to reload the page after the second failure', async () => {
  await createWholeI18n('en');
  await page.viewport(360, 640);
  document.documentElement.style.fontSize = '32px';
  onTestFinished(() => void (document.documentElement.style.fontSize = ''));
  await cdp().send('Network.enable');
  await cdp().send('Network.setBlockedURLs', { urls: ['*MenuPopup*'] });
  onTestFinished(async () => void (await cdp().send('Network.disable')));
  await render(
    <MenuButton label="Appearance" groups={[[{ key: 'light', label: 'Light', isChosen: true }]]}>
      Appearance
    </MenuButton>,
  );
  const button = page.getByRole('button', { name: 'Appearance' });
  const alert = page.getByRole('alert');
  const retry = page.getByRole('button', { name: en['network.retry'] });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toHaveTextContent(en['network.networkError']);
  expect(document.documentElement.scrollWidth).toBe(360);
  await expect.element(button).toHaveFocus();
  await userEvent.tab();
  await expect.element(retry).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveFocus();
  await expect.element(page.getByRole('button', { name: en['error.reload'] })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(alert).not.toBeInTheDocument();
});
