import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

test('D41 without a text transport the text stays readable, and the field says why it is closed', async () => {
  await page.viewport(1000, 700);
  const call = inCall({ textTransport: 'none' });
  const text = conversed(call.text, 'Where are you now?', 'I am not sent yet');
  const scene = { name: '', path: '/call', session: alice({}), client: { ...call, text } };
  const screen = await render(<SceneView scene={scene} i18n={i18n} theme="light" />);
  const field = screen.getByRole('textbox', { name: 'Your text' });
  await expect.element(field).toHaveValue('I am not sent yet');
  await expect.element(field).toHaveAttribute('readonly');
  await expect.element(field).toHaveAccessibleDescription('No text in this call');
  await expect.element(screen.getByRole('log')).toHaveTextContent('Where are you now?');
  const button = screen.getByRole('button', { name: 'Text', exact: true });
  await expect.element(button).toBeEnabled();
  await userEvent.click(button);
});
