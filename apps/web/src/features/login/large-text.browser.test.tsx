import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { SceneView } from '../../gallery/SceneView.tsx';
import { scenes } from '../../gallery/scenes.ts';
import { type Language } from '../../i18n/index.ts';
import { everything } from '../../testing/alice.ts';

test.each<Language>(['de', 'fi', 'en'])(
  'WCAG 1.4.4 text at twice the size fits a phone, long words too (%s)',
  async (language) => {
    await page.viewport(360, 740);
    document.documentElement.style.fontSize = '32px';
    onTestFinished(() => void (document.documentElement.style.fontSize = ''));
    const scene = scenes.find(({ name }) => name === 'login');
    if (scene === undefined) throw new Error('the login scene is missing');
    await render(<SceneView scene={scene} i18n={await createWholeI18n(language)} theme="light" />);
    await expect.element(page.getByRole('checkbox').first()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(360);
    const edge = page.getByRole('checkbox').first().element().closest('form')?.getBoundingClientRect().right;
    const runOut = [...document.querySelectorAll('form label')].filter((label) => {
      const range = document.createRange();
      range.selectNodeContents(label);
      return range.getBoundingClientRect().right > (edge ?? 0) + 17;
    });
    expect(runOut.map(({ textContent }) => textContent)).toEqual([]);
  },
);

test('WCAG 1.4.4 with text at twice the size both fields are in the first view of a phone', async () => {
  await page.viewport(360, 640);
  document.documentElement.style.fontSize = '32px';
  onTestFinished(() => void (document.documentElement.style.fontSize = ''));
  const scene = scenes.find(({ name }) => name === 'login, what it is, demo accounts');
  if (scene === undefined) throw new Error('the login scene is missing');
  await render(<SceneView scene={scene} i18n={await createWholeI18n('en')} theme="light" />);
  const password = page.getByLabelText('Password', { exact: true });
  await expect.element(password).toBeVisible();
  expect(password.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(640);
  expect(document.documentElement.scrollWidth).toBe(360);
});

test('WCAG 1.3.4 on a phone in landscape both fields and the button are in the first view', async () => {
  await page.viewport(640, 360);
  const scene = scenes.find(({ name }) => name === 'login') ?? expect.fail('the login scene is missing');
  await render(<SceneView scene={scene} i18n={await createWholeI18n('en')} theme="light" />);
  const button = page.getByRole('button', { name: 'Log in', exact: true });
  await expect.element(button).toBeVisible();
  const [user, password] = ['Username', 'Password'].map((name) =>
    page.getByLabelText(name, { exact: true }).element().getBoundingClientRect(),
  );
  expect(user?.top).toBe(password?.top);
  expect(button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(360);
});

test('WCAG 1.3.4 on a phone in landscape the button is in the first view also below two lines of the operator', async () => {
  await page.viewport(640, 360);
  const scene = scenes.find(({ name }) => name === 'login') ?? expect.fail('the login scene is missing');
  const loginNotice =
    'This is a demonstration. Others may read what you write, and everything may be deleted at any time.';
  const brand = { ...everything, loginNotice };
  await render(<SceneView scene={{ ...scene, brand }} i18n={await createWholeI18n('en')} theme="light" />);
  await expect.element(page.getByText(loginNotice)).toBeVisible();
  const button = page.getByRole('button', { name: 'Log in', exact: true }).element();
  expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(360);
});
