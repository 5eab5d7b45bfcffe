import { coloursOfTheme, type Settings } from '@samtal/api-contract';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import { textLookOf } from '../../../client/calling/text-look.ts';
import { TextPanel, type TextPanelProps } from './TextPanel.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});
afterEach(() => {
  document.documentElement.dir = 'ltr';
});

const nothing = () => {};
const frame = { inlineSize: '380px', blockSize: '500px' } as const;

const panel: Omit<TextPanelProps, 'look'> = {
  name: 'bobby',
  conversation: [
    { author: 'own', text: 'Hi\n' },
    { author: 'other', text: 'Hello\nthere\n' },
    { author: 'own', text: 'Well?' },
  ],
  incoming: 'Hello\nthere\n',
  own: 'Hi\nWell?',
  doubts: [],
  late: '',
  onEdit: nothing,
  onKnock: nothing,
};

async function show(settings: Settings, props: Partial<TextPanelProps> = {}) {
  const screen = await render(<TextPanel {...panel} look={textLookOf(settings)} {...props} />, {
    wrapper: ({ children }) => <div style={frame}>{children}</div>,
  });
  const log = screen.getByRole('log').element();
  const field = screen.getByRole('textbox', { name: 'Your text' }).element();
  return { screen, log, field };
}

const looksOf = (element: Element, pseudo?: string) => {
  const { color, backgroundColor, fontFamily, fontSize } = getComputedStyle(element, pseudo);
  return { color, backgroundColor, fontFamily, fontSize };
};
const topOf = (element: Element) => element.getBoundingClientRect().top;
const [white, black, red, yellow] = [
  'rgb(255, 255, 255)',
  'rgb(0, 0, 0)',
  'rgb(204, 0, 0)',
  'rgb(255, 255, 0)',
];

test('RTT-05 RTT-06 SET-07 SET-08 default settings: white on black, Times, 18 pixels', async () => {
  const { log, field } = await show({});
  const look = {
    color: white,
    backgroundColor: black,
    fontFamily: '"Times New Roman", Times, serif',
    fontSize: '18px',
  };
  expect([looksOf(log), looksOf(field)]).toEqual([look, look]);
});

test('RTT-05 RTT-06 each text has its own colours, both have the font and the size', async () => {
  const { log, field } = await show({
    WEB_FONT: 'couriernew',
    WEB_TEXT_SIZE: '36',
    WEB_TEXT_IN_COLOR: 'yellow',
    WEB_TEXTAREA_IN_BACKGROUND: 'black',
    WEB_TEXT_OUT_COLOR: 'black',
    WEB_TEXTAREA_OUT_BACKGROUND: 'yellow',
  });
  const type = { fontFamily: '"Courier New", monospace', fontSize: '36px' };
  expect(looksOf(log)).toEqual({ ...type, color: yellow, backgroundColor: black });
  expect(looksOf(field)).toEqual({ ...type, color: black, backgroundColor: yellow });
});

test('RTT-05 the mark of lost text and the placeholders are as clear as the chosen colours', async () => {
  const chosen = {
    WEB_TEXT_IN_COLOR: 'red',
    WEB_TEXTAREA_IN_BACKGROUND: 'white',
    WEB_TEXT_OUT_COLOR: 'yellow',
  };
  const { screen, field } = await show(chosen, { incoming: 'lo\uFFFDt' });
  const mark = screen.getByTitle('Some text may be missing here').element();
  expect([looksOf(mark).color, getComputedStyle(mark).borderBlockStartColor]).toEqual([red, red]);
  expect(looksOf(field, '::placeholder').color).toBe(yellow);
  await screen.rerender(<TextPanel {...panel} look={textLookOf(chosen)} incoming="" />);
  expect(looksOf(screen.getByText('No text yet.').element()).color).toBe(red);
});

test('RTT-01 RTT-04 over-under is the default: two boxes, the own one below', async () => {
  const { log, field } = await show({});
  expect(topOf(field)).toBeGreaterThan(log.getBoundingClientRect().bottom - 1);
  expect(log.textContent).toBe('Hellothere');
});

test.each(['ltr', 'rtl'])('RTT-02 side by side: two boxes of one width, read %s', async (direction) => {
  document.documentElement.dir = direction;
  const { log, field } = await show({ WEB_CHAT_LAYOUT: 'side by side' });
  const box = field.parentElement ?? field;
  const [incoming, own] = [log.getBoundingClientRect(), box.getBoundingClientRect()];
  expect(Math.abs(incoming.width - own.width)).toBeLessThan(2);
  expect(direction === 'ltr' ? incoming.right <= own.left : own.right <= incoming.left).toBe(true);
  expect(Math.abs(incoming.top - own.top)).toBeLessThan(2);
  expect(Math.abs(incoming.bottom - own.bottom)).toBeLessThan(2);
});

test('RTT-03 RTT-14 A-049 one box holds the text of both users in order, each run marked with its author', async () => {
  const { screen, log, field } = await show({ WEB_CHAT_LAYOUT: 'one box' });
  await expect.element(screen.getByRole('log', { name: 'Shared text' })).toBeVisible();
  const runs = [...log.querySelectorAll('article')];
  expect(runs.map((run) => [run.getAttribute('aria-label'), run.querySelector('p')?.textContent])).toEqual([
    ['You', 'You'],
    ['bobby', 'bobby'],
  ]);
  expect(runs.map((run) => [...run.querySelectorAll('div[dir]')].map((line) => line.textContent))).toEqual([
    ['Hi'],
    ['Hello', 'there'],
  ]);
  // The line that is being written is in the field only (decision D42).
  expect((field as HTMLTextAreaElement).value).toBe('Well?');
  expect(log.querySelector('textarea, input, [contenteditable]')).toBeNull();
  expect(topOf(field)).toBeGreaterThan(log.getBoundingClientRect().bottom - 1);
});

test('RTT-05 SET-09 one box has the shared colours', async () => {
  const { screen, log, field } = await show({ WEB_CHAT_LAYOUT: 'one box', WEB_TEXT_IN_COLOR: 'red' });
  for (const element of [log, field])
    expect(looksOf(element)).toMatchObject({ color: black, backgroundColor: white });
  const authors = screen.getByText('bobby').elements();
  expect(authors.length).toBeGreaterThan(1);
});

test.each(['over/under', 'side by side', 'one box'])(
  'RTT-06 at 140 pixels both boxes of "%s" can be scrolled to and nothing overflows sideways',
  async (layout) => {
    const { log, field } = await show({ WEB_CHAT_LAYOUT: layout, WEB_TEXT_SIZE: '140' });
    const outside = log.closest('[data-layout]') ?? expect.fail('no panel');
    expect(outside.scrollWidth).toBeLessThanOrEqual(outside.clientWidth);
    field.scrollIntoView();
    const own = field.getBoundingClientRect();
    expect(own.bottom).toBeLessThanOrEqual(outside.getBoundingClientRect().bottom + 1);
    expect(own.height).toBeGreaterThan(140);
  },
);

test('a thousand lines do not change the size of the boxes', async () => {
  const { screen, log, field } = await show({});
  const before = [log.clientHeight, field.clientHeight];
  const long = 'words\n'.repeat(1000);
  await screen.rerender(<TextPanel {...panel} look={textLookOf({})} incoming={long} own={long} />);
  expect([log.clientHeight, field.clientHeight]).toEqual(before);
});

test('T20 a long Latin name in a right-to-left page is cut at its end', async () => {
  document.documentElement.dir = 'rtl';
  const name = 'Emergency call (demo) of the whole county';
  const { screen } = await show({}, { name });
  const shown = screen.getByText(name).element() as HTMLElement;
  expect(shown.scrollWidth).toBeGreaterThan(shown.clientWidth);
  const { direction, textOverflow } = getComputedStyle(shown);
  expect([direction, textOverflow]).toEqual(['ltr', 'ellipsis']);
  expect(shown.getBoundingClientRect().left).toBeGreaterThanOrEqual(
    (shown.parentElement ?? expect.fail('no caption')).getBoundingClientRect().left - 1,
  );
});

test('RTT-03 RTT-12 one box names the author whose earlier text is no longer kept', async () => {
  const { screen, log } = await show(
    { WEB_CHAT_LAYOUT: 'one box' },
    {
      conversation: [
        { author: 'own', text: 'Hi\n' },
        { author: 'other', text: 'the end\n', cutBefore: 20_000 },
      ],
    },
  );
  const note = screen.getByRole('article', { name: 'bobby' }).getByRole('note');
  await expect.element(note).toHaveTextContent('Earlier text is no longer kept.');
  expect(log.querySelectorAll('[role=note]')).toHaveLength(1);
});

test.each(['ltr', 'rtl'])(
  'EN 301 549 6.2.2.1 in one box own turns have a line at the start edge, and the others none (%s)',
  async (direction) => {
    document.documentElement.dir = direction;
    const { screen } = await show({ WEB_CHAT_LAYOUT: 'one box' });
    const edgeOf = (name: string) => {
      const turn = screen.getByRole('article', { name }).elements()[0] ?? expect.fail('no turn');
      const { borderLeftWidth, borderRightWidth, borderLeftStyle } = getComputedStyle(turn);
      return { left: borderLeftWidth, right: borderRightWidth, style: borderLeftStyle };
    };
    const line = direction === 'ltr' ? { left: '3px', right: '0px' } : { left: '0px', right: '3px' };
    expect(edgeOf('You')).toMatchObject(line);
    expect(edgeOf('bobby')).toMatchObject({ left: '0px', right: '0px' });
  },
);

test.each(['over/under', 'side by side'])(
  'EN 301 549 6.2.2.1 %s without room for captions still has two boxes, the own one with the stronger edge',
  async (layout) => {
    const low = { ...frame, blockSize: '140px' };
    const screen = await render(<TextPanel {...panel} look={textLookOf({ WEB_CHAT_LAYOUT: layout })} />, {
      wrapper: ({ children }) => <div style={low}>{children}</div>,
    });
    const log = screen.getByRole('log', { name: 'Incoming text' }).element();
    const field = screen.getByRole('textbox', { name: 'Your text' }).element();
    const [incoming, own] = [log.getBoundingClientRect(), field.getBoundingClientRect()];
    expect(incoming.bottom <= own.top || incoming.right <= own.left).toBe(true);
    expect(Math.min(incoming.height, own.height)).toBeGreaterThan(20);
    const boxes = [log, field.parentElement ?? field];
    expect(boxes.map((box) => getComputedStyle(box).borderTopWidth)).toEqual(['1px', '2px']);
  },
);

test('D42 the turns of one box have the time since the answer', async () => {
  const { log } = await show(
    { WEB_CHAT_LAYOUT: 'one box' },
    {
      startedAt: 1000,
      conversation: [
        { author: 'other', text: 'Hello\n', beganAt: 13_000 },
        { author: 'own', text: 'Hi\n', beganAt: 76_000 },
      ],
      own: 'Hi\n',
    },
  );
  expect([...log.querySelectorAll('time')].map((time) => time.textContent)).toEqual(['00:12', '01:15']);
});

test.each(['over/under', 'side by side', 'one box'])(
  'D42 in "%s" no line is cut at the top, whatever the height of the window',
  async (layout) => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
    const conversation = Array.from({ length: 12 }, (_, index) => ({
      author: index % 2 === 0 ? ('own' as const) : ('other' as const),
      text: `turn ${index}\nand more\n`,
    }));
    const { screen, log, field } = await show(
      { WEB_CHAT_LAYOUT: layout, WEB_TEXT_SIZE: '22' },
      { incoming: lines, own: lines, conversation },
    );
    for (const height of [300, 317, 411, 503]) {
      (screen.container.firstElementChild as HTMLElement).style.blockSize = `${height}px`;
      await expect.poll(() => log.scrollHeight - log.scrollTop - log.clientHeight).toBeLessThan(2);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const edge = log.getBoundingClientRect().top + log.clientTop;
      const cut = [...log.querySelectorAll('div[dir], p')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        const line = Number.parseFloat(getComputedStyle(row).lineHeight);
        const hidden = (edge - top) % line;
        return top < edge - 1 && bottom > edge + 1 && hidden > 1 && hidden < line - 1;
      });
      expect(cut.map(({ textContent }) => textContent)).toEqual([]);
      const line = Number.parseFloat(getComputedStyle(field).lineHeight);
      expect((field.clientHeight / line) % 1).toBeCloseTo(0, 1);
    }
  },
);

test('D42 with the font of the browser doubled, Knock and the field are in sight and nothing scrolls sideways', async () => {
  document.documentElement.style.fontSize = '32px';
  try {
    const screen = await render(
      <TextPanel {...panel} look={textLookOf({ WEB_CHAT_LAYOUT: 'one box', WEB_TEXT_SIZE: '22' })} />,
      {
        wrapper: ({ children }) => <div style={{ inlineSize: '360px', blockSize: '300px' }}>{children}</div>,
      },
    );
    const room = screen.container.firstElementChild ?? expect.fail('no room');
    const box = room.getBoundingClientRect();
    for (const shown of [
      screen.getByRole('button', { name: 'Knock' }),
      screen.getByRole('textbox', { name: 'Your text' }),
      screen.getByRole('log'),
    ]) {
      const { top, bottom, left, right, height } = shown.element().getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(box.top);
      expect(bottom).toBeLessThanOrEqual(box.bottom);
      expect(left).toBeGreaterThanOrEqual(box.left);
      expect(right).toBeLessThanOrEqual(box.right);
      expect(height).toBeGreaterThan(40);
    }
    const own = screen.getByRole('textbox', { name: 'Your text' }).element();
    expect(own.getBoundingClientRect().height).toBeLessThan(0.4 * box.height);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

test.each(['light', 'dark', 'contrast'])(
  'D42 RTT-05 colours that were not chosen are those of the page, in the theme %s',
  async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    try {
      const page = document.createElement('p');
      page.style.cssText = 'color: var(--text); background: var(--surface-raised)';
      document.body.append(page);
      const { color, backgroundColor } = looksOf(page);
      page.remove();
      for (const layout of ['over/under', 'one box']) {
        const look = textLookOf({ ...coloursOfTheme, WEB_CHAT_LAYOUT: layout }, true);
        const screen = await render(<TextPanel {...panel} look={look} />);
        for (const box of [screen.getByRole('log'), screen.getByRole('textbox')])
          expect(looksOf(box.element())).toMatchObject({ color, backgroundColor });
        await screen.unmount();
      }
    } finally {
      delete document.documentElement.dataset['theme'];
    }
  },
);
