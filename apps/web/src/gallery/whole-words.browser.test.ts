import { expect, test } from 'vitest';
import { languages } from '../i18n/index.ts';
import { scenes } from './scenes.ts';
import { brokenWordsOf } from './testing/scene-faults.ts';

const called = (wanted: string) => scenes.find(({ name }) => name === wanted) ?? expect.fail(`no ${wanted}`);
const sheet = called('in call, more');
const others = [
  'CALLING',
  'INCOMING_CALL',
  'in call, over/under',
  'in call, text options',
  'in call, on hold by own',
  'in call, the other added the camera',
  'calling, permission refused',
  'ended, with text',
  'after the own hang-up, text',
].map(called);

// Thai has no spaces between its words.
const spaced = languages.filter((language) => language !== 'th');

test.each(spaced.flatMap((language) => [16, 32].map((pixels) => [language, pixels] as const)))(
  'INCALL-08 WCAG 1.4.4 %s: the sheet of a phone with letters of %i pixels breaks no word inside',
  async (language, pixels) => {
    expect(await brokenWordsOf(sheet, language, pixels)).toEqual([]);
  },
);

test.each(spaced)(
  'SET-06 WCAG 1.4.4 bug 14 %s: no name of a colour breaks inside on a phone',
  async (language) => {
    expect(await brokenWordsOf(called('settings, duringcalls/colors'), language, 16)).toEqual([]);
  },
);

test.each(
  (['en', 'de', 'fi'] as const).flatMap((language) => [16, 32].map((pixels) => [language, pixels] as const)),
)(
  'WCAG 1.4.4 %s: no button on the screens of a call breaks a word inside, with letters of %i pixels',
  async (language, pixels) => {
    const found: string[] = [];
    for (const scene of others) found.push(...(await brokenWordsOf(scene, language, pixels)));
    expect(found).toEqual([]);
  },
);
