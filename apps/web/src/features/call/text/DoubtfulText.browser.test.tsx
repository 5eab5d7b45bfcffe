import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { recordLiveRegions } from '../../../ui/notices/testing/live-regions.ts';
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

test('D41 WCAG 4.1.3 text that is late is shown, and a screen reader hears once which it is', async () => {
  const screen = await render(shown({ doubts: [], late: '' }));
  const told = recordLiveRegions();
  const lines = () => [...screen.container.querySelectorAll('p')].map(({ textContent }) => textContent);
  for (const late of ['are you', 'are you there', 'you there']) {
    await screen.rerender(shown({ doubts: [], late }));
    expect(lines()).toEqual([`Not delivered yet: ${late}`]);
  }
  await expect.poll(() => told).toEqual(['Not delivered yet: are you']);
  await screen.rerender(shown({ doubts: [], late: '' }));
  expect(screen.container.textContent).toBe('');
  await screen.rerender(shown({ doubts: [], late: 'again' }));
  await expect.poll(() => told).toEqual(['Not delivered yet: are you', 'Not delivered yet: again']);
});
