import { expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import '../styles/reset.css';
import '../styles/tokens.css';
import { Portrait } from './Portrait.tsx';

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const picture = () => document.querySelector('img');
const initials = () => document.querySelector('bdi')?.textContent;

test('D67 the initials stand until the picture is there, in the same place', async () => {
  const { container } = await render(<Portrait name="Bobby Berg" image={dot} />);
  const before = container.firstElementChild?.getBoundingClientRect();
  await expect.poll(() => picture()?.complete).toBe(true);
  await expect.poll(initials).toBeUndefined();
  expect(container.firstElementChild?.getBoundingClientRect()).toEqual(before);
});

test('D67 a picture that could not be loaded is not asked for again by the next row that shows it', async () => {
  const image = `/no-such-picture-${crypto.randomUUID()}.jpg`;
  const row = <Portrait name="Bobby Berg" image={image} />;
  await render(row);
  expect(initials()).toBe('BB');
  await expect.poll(picture).toBeNull();
  await cleanup();
  await render(row);
  expect([picture(), initials()]).toEqual([null, 'BB']);
});
