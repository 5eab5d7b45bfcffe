import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { DoubtfulText, type DoubtfulTextProps } from './DoubtfulText.tsx';

const i18n = await createWholeI18n('en');

const shown = (props: DoubtfulTextProps) => (
  <I18nextProvider i18n={i18n}>
    <DoubtfulText {...props} />
  </I18nextProvider>
);

test('D41 text that may not have arrived, and text that may still be visible, is announced as soon as that is known', async () => {
  const listOf = (doubts: DoubtfulTextProps['doubts']) => shown({ doubts, late: '' });
  const screen = await render(listOf([]));
  expect(screen.container.textContent).toBe('');
  await screen.rerender(
    listOf([
      { id: 1, kind: 'text', text: '12 Main St' },
      { id: 2, kind: 'erasure', text: 'Dr' },
    ]),
  );
  const status = screen.getByRole('status').first();
  expect([...status.element().children].map((line) => line.textContent)).toEqual([
    'May not have arrived: 12 Main St',
    'The other person may still see: Dr',
  ]);
});

test('D41 text that is late is shown, and a screen reader hears once that there is some', async () => {
  const screen = await render(shown({ doubts: [], late: 'are you' }));
  expect(screen.container.textContent).toBe('Not delivered yet: are you');
  const said = () => [...screen.container.querySelectorAll('output')].map(({ textContent }) => textContent);
  expect(said()).toEqual(['', 'Not delivered yet:']);
  await screen.rerender(shown({ doubts: [], late: 'are you there' }));
  expect(said()).toEqual(['', 'Not delivered yet:']);
  await screen.rerender(shown({ doubts: [], late: '' }));
  expect(screen.container.textContent).toBe('');
});
