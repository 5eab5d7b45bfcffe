import { isPicture, type NamedAddress } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { alice, decided } from '../../testing/alice.ts';
import { contact, createFakePeopleApi } from '../../testing/fake-people-api.ts';
import { createPeoplePage } from '../../testing/people-page.tsx';
import ContactsArea from './ContactsArea.tsx';

const i18n = await createWholeI18n('en');
const features = { ...decided, pictures: true };

/** An image file: red on the left, blue on the right. */
async function photograph(width = 600, height = 300): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d') ?? expect.fail('no canvas');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = '#0000ff';
  context.fillRect(width / 2, 0, width / 2, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob ?? expect.fail('no image')], 'me.png', { type: 'image/png' });
}

async function open(named: readonly NamedAddress[] = []) {
  const api = createFakePeopleApi([contact({ id: '7', fname: 'Bobby', sipaddress: 'bobby@demo.example' })], {
    getNames: async () => ({ ok: true, value: named }),
  });
  const area = <ContactsArea features={{ ...alice().features, ...features }} />;
  const world = createPeoplePage(area, { api, path: '/contacts/information/7', i18n, features });
  await render(world.page);
  await expect.element(page.getByRole('button', { name: 'Add a picture' })).toBeVisible();
  return { ...world, api };
}

const choose = async (file: File) =>
  userEvent.upload(document.querySelector('input[type=file]') ?? expect.fail('no chooser'), file);
const storedPicture = (calls: readonly string[]): Uint8Array => {
  const [, base64 = ''] = calls.find((call) => call.startsWith('setPicture'))?.split(' ') ?? [];
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
};

/** The colour in the middle of a JPEG file. */
async function colourOf(bytes: Uint8Array): Promise<readonly number[]> {
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d') ?? expect.fail('no canvas');
  context.drawImage(image, 0, 0);
  return [...context.getImageData(128, 128, 1, 1).data].slice(0, 3);
}

test('D67 a photograph is cut by keyboard, encoded here without metadata, stored, shown and removed', async () => {
  const { api } = await open();
  await choose(await photograph());
  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' });
  await expect.element(dialog).toBeVisible();
  const slider = dialog.getByRole('slider', { name: 'Left or right' });
  slider.element().focus();
  await userEvent.keyboard('{Home}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('button', { name: 'Change the picture' })).toHaveFocus();
  const bytes = storedPicture(api.calls);
  // The server accepts the same.
  expect(isPicture(bytes)).toBe(true);
  const [red = 0, , blue = 255] = await colourOf(bytes);
  expect(red).toBeGreaterThan(200);
  expect(blue).toBeLessThan(60);
  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await expect.element(page.getByRole('button', { name: 'Add a picture' })).toBeVisible();
  expect(api.calls.filter((call) => call.startsWith('setPicture'))).toHaveLength(2);
});

test('D67 the picture follows the finger', async () => {
  const { api } = await open();
  await choose(await photograph());
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const preview = document.querySelector('dialog canvas') ?? expect.fail('no preview');
  const { left, top, width } = preview.getBoundingClientRect();
  const at = (type: string, x: number) =>
    preview.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        clientX: left + x * width,
        clientY: top + width / 2,
      }),
    );
  Object.assign(preview, { setPointerCapture: () => undefined });
  at('pointerdown', 0.9);
  at('pointermove', 0.1);
  at('pointerup', 0.1);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('button', { name: 'Change the picture' })).toBeVisible();
  const [red = 255, , blue = 0] = await colourOf(storedPicture(api.calls));
  expect([red < 60, blue > 200]).toEqual([true, true]);
});

test('D67 a file that is no image is refused with words, and Escape changes nothing', async () => {
  const { api } = await open();
  await choose(new File(['<script>'], 'me.png', { type: 'image/png' }));
  await expect.element(page.getByText(/is not a picture that can be shown/)).toBeVisible();
  await choose(await photograph());
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(api.calls.filter((call) => call.startsWith('setPicture'))).toEqual([]);
});

test('D67 the list shows the picture that a colleague has chosen, unless the user has chosen one', async () => {
  const [own, chosen] = ['#own', '#chosen'].map(
    (name) => `data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7${name}`,
  );
  const api = createFakePeopleApi(
    [
      contact({ id: '1', fname: 'Anna', sipaddress: 'anna@demo.example', imageUrl: chosen ?? '' }),
      contact({ id: '2', fname: 'Bobby', sipaddress: 'bobby@demo.example' }),
      contact({ id: '3', fname: 'Carol', sipaddress: 'carol@demo.example' }),
    ],
    {
      getNames: async (_token, addresses) => ({
        ok: true,
        value: addresses.map((address) => ({
          address,
          name: 'A colleague',
          ...(address.startsWith('bobby') && own !== undefined ? { imageUrl: own } : {}),
        })),
      }),
    },
  );
  const area = <ContactsArea features={{ ...alice().features, ...features }} />;
  const world = createPeoplePage(area, { api, path: '/contacts', i18n, features });
  await render(world.page);
  const pictureOf = (name: string) =>
    page.getByRole('listitem').filter({ hasText: name }).element().querySelector('img')?.getAttribute('src');
  await expect.element(page.getByText('Carol', { exact: true })).toBeVisible();
  await expect.poll(() => pictureOf('Bobby')).toBe(own);
  expect([pictureOf('Anna'), pictureOf('Carol')]).toEqual([chosen, undefined]);
  const asked = api.calls.filter((call) => call.startsWith('getNames'));
  expect(asked).toEqual(['getNames ["bobby@demo.example","carol@demo.example"]']);
});
