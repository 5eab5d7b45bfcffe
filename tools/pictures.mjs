/**
 * `npm run pictures`: draws the pictures of docs/pictures.md from the scenes of the gallery. Fonts with emoji and
 * Thai letters must be installed, on Debian `fonts-noto-color-emoji` and `fonts-thai-tlwg`.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serveGallery } from '../e2e/browsers/gallery.ts';
import { chromiumFlags, findChromium } from './chromium.mjs';
import { giveUp, root, say } from './runtime.mjs';

const folder = join(root, 'docs/images/screens');
const MOST_MEGABYTES = 3;

const phone = [360, 640];
const tablet = [768, 1024];
const laptop = [1024, 768];
const desktop = [1440, 900];
const wide = [1920, 1080];
const landscape = [740, 360];

/** A group of pictures: the heading, the window, what is asked of the gallery, and the scenes. */
const groups = [
  {
    title: 'Phone, 360 × 640',
    size: phone,
    scenes: [
      'login, what it is, demo accounts',
      'dial, faces',
      'dial, people found',
      'incoming, media per call',
      'in call, text of the shipped brand',
      'in call, more',
      'in call, other camera and microphone off',
      'ended, with text',
      'history, repeated calls',
      'contacts, favourites first',
      'messages',
      'dial, menu open',
    ],
  },
  {
    title: 'Phone, landscape',
    size: landscape,
    scenes: ['dial, faces', 'in call, text of the shipped brand'],
  },
  {
    title: 'Tablet, 768 × 1024',
    size: tablet,
    scenes: ['dial, faces', 'in call, text of the shipped brand', 'contacts, favourites first'],
  },
  { title: 'Laptop, 1024 × 768', size: laptop, scenes: ['dial, people found', 'in call, emoji'] },
  {
    title: 'Desktop, 1440 × 900',
    size: desktop,
    scenes: [
      'login, what it is, demo accounts',
      'dial, faces',
      'incoming, media per call',
      'in call, text of the shipped brand',
      'history, repeated calls',
      'history, one call',
      'my address',
      'help',
    ],
  },
  { title: 'Wide, 1920 × 1080', size: wide, scenes: ['dial, faces', 'in call, text of the shipped brand'] },
  {
    title: 'Text at twice the size, 360 × 640',
    size: phone,
    rootSize: '200%',
    scenes: ['dial, faces', 'in call, text of the shipped brand', 'contacts, favourites first'],
  },
  {
    title: 'Dark',
    size: phone,
    query: { theme: 'dark' },
    scenes: ['login, what it is, demo accounts', 'dial, faces', 'in call, text of the shipped brand'],
  },
  {
    title: 'High contrast',
    size: phone,
    query: { theme: 'contrast' },
    scenes: ['dial, faces', 'in call, text of the shipped brand', 'contacts, favourites first'],
  },
  {
    title: 'Arabic',
    size: phone,
    query: { lang: 'ar' },
    scenes: ['login, what it is, demo accounts', 'dial, faces', 'in call, text of the shipped brand'],
  },
  { title: 'Thai', size: phone, query: { lang: 'th' }, scenes: ['dial, faces', 'incoming, media per call'] },
  { title: 'German', size: phone, query: { lang: 'de' }, scenes: ['dial, faces', 'in call, text options'] },
];

const fileNameOf = (group, scene) =>
  `${`${group.title} ${scene}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.jpg`;

const gallery = await serveGallery();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] });
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const lines = [
  '# Screens',
  '',
  'Drawn by `npm run pictures` from the scenes of the gallery (`npm run gallery`), in the brand of the demonstration.',
  '',
];
for (const group of groups) {
  const [width, height] = group.size;
  const page = await browser.newPage({ viewport: { width, height }, locale: 'en-GB' });
  lines.push(`## ${group.title}`, '');
  for (const scene of group.scenes) {
    const address = new URL(gallery.url);
    address.search = String(new URLSearchParams({ scene, ...group.query }));
    await page.goto(address.href);
    if (group.rootSize) await page.addStyleTag({ content: `html { font-size: ${group.rootSize} }` });
    await page.waitForSelector('[data-drawn]', { state: 'attached' });
    const name = fileNameOf(group, scene);
    await page.screenshot({ path: join(folder, name), type: 'jpeg', quality: 72, animations: 'disabled' });
    lines.push(`![${scene}](images/screens/${name})`);
    say(`${group.title}: ${scene}`);
  }
  lines.push('');
  await page.close();
}
writeFileSync(join(root, 'docs/pictures.md'), lines.join('\n'));
await browser.close();
await gallery.close();

const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
say(`${(bytes / 1e6).toFixed(1)} of ${MOST_MEGABYTES} MB`);
if (bytes > MOST_MEGABYTES * 1e6) giveUp('The pictures are too large for the repository.');
