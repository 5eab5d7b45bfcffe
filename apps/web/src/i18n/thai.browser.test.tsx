import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { TextLines } from '../features/call/text/log/TextLines.tsx';
import { createWholeI18n } from '../testing/whole-i18n.ts';
import { Alert } from '../ui/notices/Alert.tsx';
import '../ui/styles/tokens.css';
import '../ui/styles/reset.css';

const i18n = await createWholeI18n('th');

beforeEach(() => {
  const { lang } = document.documentElement;
  document.documentElement.lang = 'th';
  onTestFinished(() => void (document.documentElement.lang = lang));
});

/** The words of a Thai text, which has no spaces between them; the browser's dictionary finds them. */
const wordsOf = (text: string) => [...new Intl.Segmenter('th', { granularity: 'word' }).segment(text)];

/** The number of lines that `box` shows, and the words that are broken at the end of a line. */
function linesOf(box: HTMLElement): { readonly lines: number; readonly cut: readonly string[] } {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const tops = new Set<number>();
  const cut: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const { segment, index } of wordsOf(node.textContent ?? '')) {
      if (segment.trim() === '') continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
      const linesOfWord = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      for (const top of linesOfWord) tops.add(top);
      if (linesOfWord.size > 1) cut.push(segment);
    }
  }
  return { lines: tops.size, cut };
}

const key = 'error.tokenExpiredInvalid';

test('I18N-01 Thai, which has no spaces, goes on in the next line between two words', async () => {
  const text = i18n.t(key);
  expect(wordsOf(text).length).toBeGreaterThan(10);
  for (const inlineSize of [200, 240, 280, 320]) {
    const { container, unmount } = await render(
      <div style={{ inlineSize }}>
        <Alert type="danger">{text}</Alert>
      </div>,
    );
    const box = container.firstElementChild as HTMLElement;
    expect(box.scrollWidth).toBeLessThanOrEqual(inlineSize);
    const { lines, cut } = linesOf(box);
    expect(lines).toBeGreaterThan(1);
    expect(cut).toEqual([]);
    await unmount();
  }
});

test('I18N-01 RTT-01 so does Thai that the other party writes', async () => {
  const { container } = await render(
    <I18nextProvider i18n={i18n}>
      <div style={{ inlineSize: 220, fontSize: '28px' }}>
        <TextLines text={'สวัสดีครับผมอยู่ที่โรงพยาบาลและต้องการความช่วยเหลือโดยเร็วที่สุด'} />
      </div>
    </I18nextProvider>,
  );
  const { lines, cut } = linesOf(container.firstElementChild as HTMLElement);
  expect(lines).toBeGreaterThan(2);
  expect(cut).toEqual([]);
});
