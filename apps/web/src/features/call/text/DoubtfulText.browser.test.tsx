import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createI18n } from '../../../i18n/index.ts';
import { DoubtfulText } from './DoubtfulText.tsx';

const i18n = await createI18n('en');

test('D-5 D41 words that may not have arrived, and words that may still be seen, are said as soon as that is known', async () => {
  const listOf = (doubts: Parameters<typeof DoubtfulText>[0]['doubts']) => (
    <I18nextProvider i18n={i18n}>
      <DoubtfulText doubts={doubts} />
    </I18nextProvider>
  );
  const screen = await render(listOf([]));
  expect(screen.container.textContent).toBe('');
  await screen.rerender(
    listOf([
      { id: 1, kind: 'text', text: '12 Main St' },
      { id: 2, kind: 'erasure', text: 'Dr' },
    ]),
  );
  const status = screen.getByRole('status');
  expect([...status.element().children].map((line) => line.textContent)).toEqual([
    'May not have arrived: 12 Main St',
    'The other person may still see: Dr',
  ]);
});
