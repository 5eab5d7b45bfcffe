import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { SettingsLater } from './SettingsLater.tsx';

const i18n = await createWholeI18n('en');

test.each([
  ['both', 'Sound and video are turned off in your settings.', /^They cannot be turned on during a call\./],
  ['audio', 'Sound is turned off in your settings.', /^It cannot be turned on during a call\./],
] as const)(
  'bug 12 of what is off (%s) the sentence speaks in the right number',
  async (off, title, words) => {
    const nothing = () => {};
    const screen = await render(
      <I18nextProvider i18n={i18n}>
        <SettingsLater off={off} onConfirm={nothing} onCancel={nothing} />
      </I18nextProvider>,
    );
    await expect.element(screen.getByRole('dialog', { name: title })).toHaveAccessibleDescription(words);
  },
);
