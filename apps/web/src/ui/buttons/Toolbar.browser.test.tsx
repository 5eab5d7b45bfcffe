import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ToggleButton } from './ToggleButton.tsx';
import { Toolbar } from './Toolbar.tsx';

const nothing = () => {};

type BarProps = { readonly isMiddlePossible?: boolean; readonly last?: string };

function Bar({ isMiddlePossible = true, last = 'More' }: BarProps) {
  return (
    <>
      <Toolbar label="Call controls">
        <ToggleButton label="Text" icon="text" isOn onToggle={nothing} />
        <ToggleButton
          label="Audio"
          icon="speaker"
          isOn={false}
          onToggle={isMiddlePossible ? nothing : undefined}
        />
        {last === '' ? undefined : <ToggleButton label={last} icon="more" isOn={false} onToggle={nothing} />}
      </Toolbar>
      <a href="#after">After</a>
    </>
  );
}

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

async function pressInTurn(keys: readonly string[]): Promise<readonly (string | null | undefined)[]> {
  const stops = [];
  for (const key of keys) {
    await userEvent.keyboard(key);
    stops.push(focused());
  }
  return stops;
}

test('arrows wrap around, Home and End go to the ends, Tab leaves and returns to the same button', async () => {
  await render(<Bar />);
  expect(
    await pressInTurn([
      '{Tab}',
      '{ArrowRight}',
      '{ArrowRight}',
      '{ArrowRight}',
      '{ArrowLeft}',
      '{Home}',
      '{End}',
    ]),
  ).toEqual(['Text', 'Audio', 'More', 'Text', 'More', 'Text', 'More']);
  expect(await pressInTurn(['{ArrowLeft}', '{Tab}', '{Shift>}{Tab}{/Shift}'])).toEqual([
    'Audio',
    'After',
    'Audio',
  ]);
});

test('I18N-05 arrows are mirrored in right-to-left', async () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  await render(<Bar />);
  expect(await pressInTurn(['{Tab}', '{ArrowLeft}', '{ArrowRight}'])).toEqual(['Text', 'Audio', 'Text']);
});

test('arrows skip a disabled button, and Tab still reaches the toolbar when its stop was disabled', async () => {
  const { rerender } = await render(<Bar />);
  await pressInTurn(['{Tab}', '{ArrowRight}']);
  await rerender(<Bar isMiddlePossible={false} />);
  await page.getByRole('link').click();
  expect(await pressInTurn(['{Shift>}{Tab}{/Shift}', '{ArrowRight}', '{ArrowRight}'])).toEqual([
    'More',
    'Text',
    'More',
  ]);
});

test.each([
  ['is disabled', '{ArrowRight}', { isMiddlePossible: false }, 'More'],
  ['is removed', '{End}', { last: '' }, 'Audio'],
] as const)(
  'WCAG 2.4.3 a button that %s passes the focus to its neighbour',
  async (_how, key, change, next) => {
    const { rerender } = await render(<Bar />);
    await pressInTurn(['{Tab}', key]);
    await rerender(<Bar {...change} />);
    expect(focused()).toBe(next);
    expect(await pressInTurn(['{Tab}', '{Shift>}{Tab}{/Shift}'])).toEqual(['After', next]);
  },
);

test('a toolbar without the focus does not take it back', async () => {
  const { rerender } = await render(<Bar />);
  await pressInTurn(['{Tab}', '{End}', '{Tab}']);
  await rerender(<Bar last="" />);
  expect(focused()).toBe('After');
});

test('D27 a toggle keeps its name and shows its state by aria-pressed', async () => {
  await render(<Bar />);
  await expect.element(page.getByRole('button', { name: 'Text', pressed: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'More', pressed: false })).toBeVisible();
});
