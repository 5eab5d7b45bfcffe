import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import en from '../../i18n/en.json' with { type: 'json' };
import { createI18n } from '../../i18n/index.ts';
import { MenuButton } from './MenuButton.tsx';

test('D75 a menu whose code cannot be loaded says so, until it is closed', async () => {
  await createI18n('en');
  await cdp().send('Network.enable');
  await cdp().send('Network.setBlockedURLs', { urls: ['*MenuPopup*'] });
  onTestFinished(async () => void (await cdp().send('Network.disable')));
  await render(
    <MenuButton label="Appearance" groups={[[{ key: 'light', label: 'Light' }]]}>
      Appearance
    </MenuButton>,
  );
  const button = page.getByRole('button', { name: 'Appearance' });
  await button.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(en['network.networkError']);
  await button.click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
