import type { Settings } from '@samtal/api-contract';
import type { ClientState } from '@samtal/call-core';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import { SceneView } from '../../../gallery/SceneView.tsx';
import { alice } from '../../../testing/alice.ts';
import { conversed, inCall } from '../../../testing/call-states.ts';

let i18n: Awaited<ReturnType<typeof createWholeI18n>>;

beforeAll(async () => {
  i18n = await createWholeI18n('en');
});
beforeEach(() => {
  document.documentElement.dir = 'ltr';
});

const call = inCall();
const written = {
  ...call,
  text: conversed(call.text, 'Where are you now?\nHow long?', 'I am late\nI am here'),
};

/** A call in progress that fills the window, with the newest words at the end of both texts. */
async function talk(width: number, height: number, settings: Settings = {}, client: ClientState = written) {
  await page.viewport(width, height);
  const container = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(container);
  const scene = { name: '', path: '/call', session: alice(settings), client };
  const screen = await render(<SceneView scene={scene} i18n={i18n} theme="light" />, { container });
  await expect.element(screen.getByRole('textbox', { name: 'Your text' })).toBeVisible();
  return {
    log: screen.getByRole('log').element(),
    field: screen.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement,
    toolbar: screen.getByRole('toolbar').element(),
    leave: async () => {
      await screen.unmount();
      container.remove();
    },
  };
}

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight < 2;

const lineOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).lineHeight);

test.each([
  [360, 740, '140'],
  [740, 360, '140'],
  [360, 400, '140'],
  [740, 180, '140'],
  [360, 740, '72'],
  [740, 360, '72'],
  [360, 740, '18'],
  [360, 400, '18'],
  [740, 180, '18'],
])(
  'RTT-06 in a window of %i by %i the newest line of both texts, %s pixels high, is completely visible',
  async (width, height, size) => {
    const { log, field, toolbar, leave } = await talk(width, height, { WEB_TEXT_SIZE: size });
    await expect.poll(() => [isAtEnd(log), isAtEnd(field)]).toEqual([true, true]);
    for (const box of [log, field]) {
      const { top, bottom } = box.getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(toolbar.getBoundingClientRect().top);
      // Browsers report whole pixels.
      expect(box.clientHeight).toBeGreaterThanOrEqual(Math.floor(lineOf(box)));
    }
    expect(toolbar.getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
    await leave();
  },
);

test.each([
  [844, 390, '48'],
  [844, 390, '60'],
  [740, 360, '72'],
])(
  'RTT-06 in a window of %i by %i the conversation is wider than the own text, both with %s pixels',
  async (width, height, size) => {
    const long = { ...call, text: conversed(call.text, 'Where are you?', 'Hello from the phone, I am late') };
    const settings = { WEB_TEXT_SIZE: size, WEB_CHAT_LAYOUT: 'one box' };
    const { log, field, leave } = await talk(width, height, settings, long);
    expect(log.getBoundingClientRect().width).toBeGreaterThan(field.getBoundingClientRect().width);
    await leave();
  },
);

test.each([
  [360, 740],
  [740, 360],
])('RTT-06 in a window of %i by %i text of 140 pixels has that size', async (width, height) => {
  const { log, field, leave } = await talk(width, height, { WEB_TEXT_SIZE: '140' });
  for (const box of [log, field])
    expect(Number.parseFloat(getComputedStyle(box).fontSize)).toBeGreaterThan(138);
  await leave();
});

test.each([
  [360, 740, 16, '18'],
  [360, 740, 16, '140'],
  [360, 640, 16, '18'],
  [360, 640, 32, '18'],
  [740, 360, 16, '18'],
  [800, 1000, 16, '22'],
])(
  'INCALL-16 RTT-06 bug 11 at %i × %i with a font of %i pixels the sheet of all buttons covers no text of %s pixels',
  async (width, height, letters, size) => {
    document.documentElement.style.fontSize = `${letters}px`;
    onTestFinished(() => {
      document.documentElement.style.fontSize = '';
    });
    const client = { ...written, panels: { ...written.panels, isMoreVisible: true } };
    const { log, field, toolbar, leave } = await talk(width, height, { WEB_TEXT_SIZE: size }, client);
    await expect.poll(() => [isAtEnd(log), isAtEnd(field)]).toEqual([true, true]);
    const sheet = toolbar.querySelector('[role=group]') ?? expect.fail('no sheet');
    const { top } = sheet.getBoundingClientRect();
    for (const box of [log, field]) {
      expect(box.getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
      expect(box.getBoundingClientRect().bottom).toBeLessThanOrEqual(top);
      expect(box.clientHeight).toBeGreaterThanOrEqual(Math.floor(lineOf(box)));
    }
    expect(toolbar.getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
    // What does not fit into the sheet scrolls into sight.
    for (const button of sheet.querySelectorAll('button')) {
      button.scrollIntoView({ block: 'nearest' });
      const { bottom } = button.getBoundingClientRect();
      expect(bottom).toBeLessThanOrEqual(sheet.getBoundingClientRect().bottom);
    }
    await leave();
  },
);

test('RTT-06 the own text stays visible when the on-screen keyboard opens', async () => {
  const { field, toolbar, leave } = await talk(360, 740);
  field.focus();
  await page.viewport(360, 400);
  await expect.poll(() => toolbar.getBoundingClientRect().bottom).toBeLessThanOrEqual(400);
  expect(field.clientHeight).toBeGreaterThanOrEqual(lineOf(field));
  await expect.poll(() => isAtEnd(field)).toBe(true);
  expect(field.getBoundingClientRect().bottom).toBeLessThanOrEqual(toolbar.getBoundingClientRect().top);
  await leave();
});

/** A call with short turns of both users in one box, the last one unfinished. */
function shortTurns(): ClientState {
  const turns = ['Where are you?\n', 'In the bus.\n', 'Which one?\n', 'Number 4.\n', 'I see y'];
  const conversation = turns.map((text, index) => ({
    author: index % 2 === 0 ? ('other' as const) : ('own' as const),
    text,
    beganAt: Date.now(),
  }));
  const own = conversation.filter(({ author }) => author === 'own').map(({ text }) => text);
  return {
    ...call,
    text: { ...call.text, conversation, outbox: { ...call.text.outbox, target: own.join('') } },
  };
}

test.each([
  [360, 420, 135],
  [390, 400, 115],
  [360, 340, 80],
])(
  'RTT-06 INCALL-01 with the on-screen keyboard, at %i × %i, the field is whole, two turns are in sight and the video is %i pixels high',
  async (width, height, least) => {
    const settings = { WEB_CHAT_LAYOUT: 'one box', WEB_TEXT_SIZE: '22' };
    const { log, field, toolbar, leave } = await talk(width, height, settings, shortTurns());
    onTestFinished(leave);
    field.focus();
    const bar = toolbar.getBoundingClientRect();
    const box = field.parentElement ?? expect.fail('no box');
    await expect.poll(() => box.getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top);
    expect(bar.height).toBeLessThanOrEqual(56);
    expect(document.querySelector('video')?.getBoundingClientRect().height).toBeGreaterThanOrEqual(least);
    const { top, bottom } = log.getBoundingClientRect();
    const inSight = [...log.querySelectorAll('article')].filter((turn) => {
      const words = turn.querySelector('[data-words]')?.getBoundingClientRect() ?? new DOMRect();
      return words.top >= top && words.bottom <= bottom;
    });
    expect(inSight.length).toBeGreaterThanOrEqual(height < 350 ? 1 : 2);
  },
);

test.each([
  [1440, 900, 700],
  [1920, 1080, 900],
])(
  'RTT-02 INCALL-01 with the texts side by side a video of 4:3 at %i × %i is %i pixels wide, and both texts are as wide as each other',
  async (width, height, least) => {
    const { log, field, leave } = await talk(width, height, { WEB_CHAT_LAYOUT: 'side by side' });
    onTestFinished(leave);
    const room = document.querySelector('video')?.getBoundingClientRect() ?? new DOMRect();
    expect(Math.min(room.width, (room.height * 4) / 3)).toBeGreaterThanOrEqual(least);
    const own = field.parentElement ?? expect.fail('no field');
    const [other, mine] = [log.getBoundingClientRect(), own.getBoundingClientRect()];
    expect(Math.abs(other.width - mine.width)).toBeLessThan(2);
    expect(other.right).toBeLessThanOrEqual(mine.left);
    expect(mine.right).toBeLessThanOrEqual(width);
    expect(field.clientWidth).toBeGreaterThan(200);
  },
);

test('INCALL-16 INCALL-01 at 360 × 740 the sheet of all buttons leaves the video a fifth of the window', async () => {
  const client = { ...written, panels: { ...written.panels, isMoreVisible: true } };
  const { leave } = await talk(360, 740, {}, client);
  onTestFinished(leave);
  const { height } = document.querySelector('video')?.getBoundingClientRect() ?? new DOMRect();
  expect(height).toBeGreaterThanOrEqual(150);
});

test('WCAG 1.4.4 the text of a call scales with the font size of the browser', async () => {
  const { log, field, leave } = await talk(768, 1024);
  document.documentElement.style.fontSize = '32px';
  const sizes = [log, field].map((box) => getComputedStyle(box).fontSize);
  document.documentElement.style.fontSize = '';
  expect(sizes).toEqual(['36px', '36px']);
  await leave();
});

test.each([
  ['one box', 360, 740, 16],
  ['one box', 320, 640, 16],
  ['over/under', 360, 740, 16],
  ['side by side', 1440, 900, 16],
  ['one box', 1440, 900, 32],
])(
  'RTT-07 in "%s" at %i × %i with a font of %i pixels the words in the empty field are whole',
  async (...args) => {
    const [layout, width, height, letters] = args;
    document.documentElement.style.fontSize = `${letters}px`;
    onTestFinished(() => {
      document.documentElement.style.fontSize = '';
    });
    const settings = { WEB_CHAT_LAYOUT: layout, WEB_TEXT_SIZE: '22' };
    const client = { ...call, text: conversed(call.text, 'Hello', '') };
    const { field, leave } = await talk(width, height, settings, {
      ...client,
      text: { ...client.text, conversation: client.text.conversation.slice(0, 1) },
    });
    onTestFinished(leave);
    expect(field.value).toBe('');
    const words = document.createElement('span');
    const { fontSize, fontFamily, fontStyle } = getComputedStyle(field, '::placeholder');
    Object.assign(words.style, {
      fontSize,
      fontFamily,
      fontStyle,
      position: 'absolute',
      whiteSpace: 'nowrap',
    });
    words.textContent = field.placeholder;
    document.body.append(words);
    const needed = words.getBoundingClientRect().width;
    words.remove();
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
    const room =
      field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
    expect(needed).toBeLessThanOrEqual(room);
    await expect
      .element(page.getByRole('textbox', { name: 'Your text' }))
      .toHaveAccessibleDescription('Every letter is sent as you type.');
  },
);
