import { type ReactNode, useEffect, useRef } from 'react';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../../testing/whole-i18n.ts';
import '../../../../ui/styles/reset.css';
import '../../../../ui/styles/tokens.css';
import { IncomingText } from './IncomingText.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');
const frame = { display: 'flex', blockSize: '12rem' } as const;

async function read(text: string) {
  const screen = await render(<IncomingText text={text} />, {
    wrapper: ({ children }) => <div style={frame}>{children}</div>,
  });
  const log = screen.getByRole('log', { name: 'Incoming text' });
  return { screen, log, element: log.element() };
}

const distanceFromEnd = ({ scrollHeight, scrollTop, clientHeight }: Element): number =>
  scrollHeight - scrollTop - clientHeight;

test('the log itself is silent: another region announces phrases', async () => {
  const { element } = await read('Hi');
  expect(element.getAttribute('aria-live')).toBe('off');
});

test('new text stays visible, but never moves a reader away from older text', async () => {
  const { screen, element } = await read(lines(100));
  expect(distanceFromEnd(element)).toBeLessThan(2);
  await screen.rerender(<IncomingText text={lines(120)} />);
  expect(distanceFromEnd(element)).toBeLessThan(2);

  element.scrollTop = 100;
  const latest = screen.getByRole('button', { name: 'Show the latest text' });
  await expect.element(latest).toBeVisible();
  await screen.rerender(<IncomingText text={lines(140)} />);
  expect(element.scrollTop).toBe(100);

  await latest.click();
  await expect.poll(() => distanceFromEnd(element)).toBeLessThan(2);
  await expect.element(latest).not.toBeInTheDocument();
});

test('a reader who scrolls back in the moment of the first paint stays there', async () => {
  function ScrolledBack({ children }: { readonly children: ReactNode }) {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
      const log = box.current?.querySelector('[role="log"]') ?? expect.fail('no log');
      log.scrollTop = 100;
    }, []);
    return (
      <div ref={box} style={frame}>
        {children}
      </div>
    );
  }
  const screen = await render(<IncomingText text={lines(100)} />, { wrapper: ScrolledBack });
  await expect.element(screen.getByRole('button', { name: 'Show the latest text' })).toBeVisible();
  expect(screen.getByRole('log').element().scrollTop).toBe(100);
});

test.each([
  ['pressed', () => userEvent.keyboard('{Enter}')],
  ['hidden by scrolling', (element: Element) => (element.scrollTop = element.scrollHeight)],
])('WCAG 2.4.3 the button for the newest text, %s, passes the focus to the text', async (_how, act) => {
  const { screen, log, element } = await read(lines(100));
  // The reader sees the text for two frames before scrolling.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  element.scrollTop = 100;
  const latest = screen.getByRole('button', { name: 'Show the latest text' });
  await expect.element(latest).toBeVisible();
  (latest.element() as HTMLElement).focus();
  await act(element);
  await expect.element(latest).not.toBeInTheDocument();
  await expect.element(log).toHaveFocus();
});

test('the newest text stays visible when a keyboard takes room from the log; older text stays where it is read', async () => {
  const { element, screen } = await read(lines(100));
  const box = screen.container.firstElementChild as HTMLElement;
  box.style.blockSize = '6rem';
  await expect.poll(() => distanceFromEnd(element)).toBeLessThan(2);

  element.scrollTop = 100;
  await expect.element(screen.getByRole('button', { name: 'Show the latest text' })).toBeVisible();
  const { clientHeight } = element;
  box.style.blockSize = '9rem';
  await expect.poll(() => element.clientHeight).toBeGreaterThan(clientHeight);
  expect(element.scrollTop).toBe(100);
});

test('a reader who scrolls back in the moment in which a keyboard takes room from the log stays there', async () => {
  const { element, screen } = await read(lines(100));
  const box = screen.container.firstElementChild as HTMLElement;
  const { clientHeight } = element;
  const observer = new ResizeObserver(() => {
    if (element.clientHeight !== clientHeight) element.scrollTop = 100;
  });
  observer.observe(element);
  onTestFinished(() => observer.disconnect());
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  box.style.blockSize = '6rem';
  await expect.element(screen.getByRole('button', { name: 'Show the latest text' })).toBeVisible();
  expect(element.scrollTop).toBe(100);
});

test('T20 each line has its own direction and is isolated from its neighbours, and lost text is a mark with a name', async () => {
  const { screen, element } = await read('Hello\nمرحبا\nto\uFFFDr');
  const directions = [...element.children].map((line) => getComputedStyle(line).direction);
  expect(directions).toEqual(['ltr', 'rtl', 'ltr']);
  const isolation = [...element.children].map((line) => getComputedStyle(line).unicodeBidi);
  expect(new Set(isolation)).toEqual(new Set(['isolate']));
  await expect.element(screen.getByTitle('Some text may be missing here')).toBeVisible();
});

test('with ten thousand characters, one more letter changes one line', async () => {
  const text = Array.from({ length: 200 }, () => 'x'.repeat(49)).join('\n');
  const { screen, element } = await read(text);
  const changed: Node[] = [];
  const observer = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)));
  observer.observe(element, { subtree: true, childList: true, characterData: true });
  await screen.rerender(<IncomingText text={`${text}y`} />);
  changed.push(...observer.takeRecords().map(({ target }) => target));
  observer.disconnect();
  const touched = new Set(changed.map((node) => (node instanceof Element ? node : node.parentElement)));
  expect([...touched]).toEqual([element.lastElementChild]);
});

test('T21 markup is shown as text', async () => {
  const { element } = await read('<b>bold</b> &amp; <img src=x>');
  expect(element.querySelector('b, img')).toBeNull();
  expect(element.textContent).toBe('<b>bold</b> &amp; <img src=x>');
});

const manyLines = Array.from({ length: 4000 }, (_, index) => `line ${index} of a long call\n`).join('');

test('of 100,000 characters the newest are in the page, and earlier ones come on request', async () => {
  const { screen, element } = await read(manyLines);
  expect(element.textContent.length).toBeLessThan(30_000);
  expect(element.textContent.endsWith('line 3999 of a long call')).toBe(true);
  await expect.poll(() => distanceFromEnd(element)).toBeLessThan(2);
  const earlier = screen.getByRole('button', { name: 'Show earlier text' });
  element.scrollTop = 0;
  await expect.element(screen.getByRole('button', { name: 'Show the latest text' })).toBeVisible();
  const first = element.querySelector('div[dir]') ?? expect.fail('no line');
  const { top } = first.getBoundingClientRect();
  const words = element.textContent.length;
  await earlier.click();
  expect(element.textContent.length).toBeGreaterThan(words + 5000);
  expect(first.isConnected).toBe(true);
  expect(Math.abs(first.getBoundingClientRect().top - top)).toBeLessThan(80);
});

test('WCAG 2.4.3 the button for earlier text passes the focus to the text when no text is left', async () => {
  const { screen, log, element } = await read(manyLines.slice(0, 40_000));
  element.scrollTop = 0;
  const earlier = screen.getByRole('button', { name: 'Show earlier text' });
  (earlier.element() as HTMLElement).focus();
  for (let press = 0; press < 5 && earlier.query() !== null; press++) await userEvent.keyboard('{Enter}');
  await expect.element(earlier).not.toBeInTheDocument();
  await expect.element(log).toHaveFocus();
  expect(element.textContent.startsWith('line 0 of')).toBe(true);
});

test('older text stays in the page while it is read, however much text arrives', async () => {
  const { screen, element } = await read(manyLines.slice(0, 60_000));
  element.scrollTop = 100;
  await expect.element(screen.getByRole('button', { name: 'Show the latest text' })).toBeVisible();
  const first = element.querySelector('div[dir]')?.textContent;
  await screen.rerender(<IncomingText text={manyLines.slice(0, 90_000)} />);
  expect(element.querySelector('div[dir]')?.textContent).toBe(first);
  expect(element.scrollTop).toBe(100);
});

test('the rendered part is still full after most of it has been erased', async () => {
  const { screen, element } = await read(manyLines);
  await screen.rerender(<IncomingText text={manyLines.slice(0, 60_000)} />);
  await expect.poll(() => element.textContent.length).toBeGreaterThan(5000);
  await screen.rerender(<IncomingText text={manyLines.slice(0, 200)} />);
  expect(element.textContent).toBe(manyLines.slice(0, 200).replaceAll('\n', ''));
  await expect.element(screen.getByRole('button', { name: 'Show earlier text' })).not.toBeInTheDocument();
});

test('RTT-12 a note before the kept text says that earlier text is no longer kept', async () => {
  const { screen, element } = await read('Hello');
  await screen.rerender(<IncomingText text="the end" cutBefore={20_000} />);
  const note = screen.getByRole('note');
  await expect.element(note).toHaveTextContent('Earlier text is no longer kept.');
  expect(element.textContent).toBe('Earlier text is no longer kept.the end');
  await screen.rerender(<IncomingText text="" cutBefore={20_000} />);
  await expect.element(note).toBeVisible();
});

test('in a paragraph of 100,000 characters one more letter changes its last part', async () => {
  const text = '漢'.repeat(100_000);
  const { screen, element } = await read(text);
  const changed: Node[] = [];
  const observer = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)));
  observer.observe(element, { subtree: true, childList: true, characterData: true });
  await screen.rerender(<IncomingText text={`${text}字`} />);
  changed.push(...observer.takeRecords().map(({ target }) => target));
  observer.disconnect();
  const touched = new Set(changed.map((node) => (node instanceof Element ? node : node.parentElement)));
  expect([...touched]).toEqual([element.lastElementChild]);
  expect(element.lastElementChild?.textContent.length).toBeLessThan(2200);
});
