import type { Run } from '@samtal/realtime-text';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../../testing/whole-i18n.ts';
import '../../../../ui/styles/reset.css';
import '../../../../ui/styles/tokens.css';
import { textLookOf } from '../../../../client/calling/text-look.ts';
import { SceneView } from '../../../../gallery/SceneView.tsx';
import { alice } from '../../../../testing/alice.ts';
import { goingOn } from '../../../../testing/call-states.ts';
import { TextPanel } from '../TextPanel.tsx';

let i18n: Awaited<ReturnType<typeof createWholeI18n>>;

beforeAll(async () => {
  i18n = await createWholeI18n('en');
});

const own = (text: string): Run => ({ author: 'own', text });
const other = (text: string): Run => ({ author: 'other', text });
const ownLines = own(Array.from({ length: 30 }, (_, line) => `I write line ${line}.\n`).join(''));

test.each([
  [360, 740, '22'],
  [360, 740, '72'],
  [360, 420, '22'],
  [740, 360, '22'],
  [1440, 900, '22'],
  [1440, 900, '140'],
])(
  'D47 RTT-06 at %i × %i the line that the other person goes on with, above own lines, is in sight at %s pixels',
  async (width, height, size) => {
    await page.viewport(width, height);
    const container = Object.assign(document.createElement('div'), { id: 'root' });
    document.body.append(container);
    const session = alice({ WEB_CHAT_LAYOUT: 'one box', WEB_TEXT_SIZE: size });
    const scene = { name: '', path: '/call', session, client: goingOn };
    const screen = await render(<SceneView scene={scene} i18n={i18n} theme="light" />, { container });
    onTestFinished(async () => {
      await screen.unmount();
      container.remove();
    });
    await expect.element(page.getByRole('textbox', { name: 'Your text' })).toBeVisible();
    const log = page.getByRole('log').element();
    await expect.poll(() => log.scrollHeight - log.scrollTop - log.clientHeight).toBeLessThan(2);
    await expect.poll(() => container.querySelector('[data-live-line]')).not.toBeNull();
    const live = container.querySelector('[data-live-line]') ?? expect.fail('no line');
    expect(live.textContent).toContain('The bus leaves from sto');
    expect(live.closest('[aria-hidden="true"]')).not.toBeNull();
    const field = page.getByRole('textbox', { name: 'Your text' }).element();
    const { top, bottom } = live.getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom - top).toBeGreaterThan(16);
    expect(bottom).toBeLessThanOrEqual(field.getBoundingClientRect().top);
    const box = field.getBoundingClientRect();
    expect(document.elementFromPoint(box.left + box.width / 2, box.bottom - 2)).toBe(field);
    // The words stand in their turn too, where a screen reader reads them.
    expect(log.textContent).toContain('The bus leaves from sto');
  },
);

async function show(conversation: readonly Run[]) {
  const look = textLookOf({ WEB_CHAT_LAYOUT: 'one box', WEB_TEXT_SIZE: '22' });
  const panel = (runs: readonly Run[]) => (
    <div style={{ inlineSize: '380px', blockSize: '500px' }}>
      <TextPanel
        name="bobby"
        look={look}
        conversation={runs}
        incoming=""
        own=""
        doubts={[]}
        late=""
        onEdit={() => {}}
        onKnock={() => {}}
      />
    </div>
  );
  const screen = await render(panel(conversation));
  const lineOf = () => screen.container.querySelector('[data-live-line]')?.textContent;
  return { screen, lineOf, change: (runs: readonly Run[]) => screen.rerender(panel(runs)) };
}

test('D47 a line that is in sight in its turn is shown once, also after the user scrolls to it', async () => {
  const { screen, lineOf, change } = await show([other('Where are yo')]);
  const log = screen.getByRole('log').element();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(lineOf()).toBeUndefined();
  await change([other('Where are you n'), ownLines]);
  await expect.poll(lineOf).toBe('bobbyWhere are you n');
  // A busy machine may draw no frame for a second.
  const patient = { timeout: 10_000 };
  log.scrollTop = 0;
  await expect.poll(lineOf, patient).toBeUndefined();
  log.scrollTop = log.scrollHeight;
  await expect.poll(lineOf, patient).toBe('bobbyWhere are you n');
});

test('D47 a line that is finished out of sight stays in sight until the next turn begins', async () => {
  const { lineOf, change } = await show([other('Where are yo'), ownLines]);
  await expect.poll(lineOf).toBe('bobbyWhere are yo');
  await change([other('Where are you?\n'), ownLines]);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(lineOf()).toBe('bobbyWhere are you?');
  await change([other('Where are you?\n'), ownLines, other('Hel')]);
  await expect.poll(lineOf).toBeUndefined();
});

test('D47 lines that were finished in sight are not shown again', async () => {
  const { lineOf, change } = await show([other('Hello\n')]);
  await change([other('Hello\n'), ownLines]);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(lineOf()).toBeUndefined();
});
