import { expect, test } from 'vitest';
import { languages as allLanguages } from '../i18n/index.ts';
import { scenes } from './scenes.ts';
import { faultsOnPhone, languages } from './testing/scene-faults.ts';

/** The scenes that a user sees from the login to the end of a call. */
const onTheWay = [
  'login',
  'dial, menu open',
  'CALLING',
  'INCOMING_CALL',
  'in call, over/under',
  'in call, more',
  'in call, text only',
  'ended, with text',
].map((wanted) => scenes.find(({ name }) => name === wanted) ?? expect.fail(`no scene ${wanted}`));

test.each(allLanguages.filter((language) => !languages.includes(language)))(
  'A14 %s: no violation and no sideways scrolling on the screens of a call, on the narrowest screen',
  async (language) => {
    const found: string[] = [];
    for (const scene of onTheWay) found.push(...(await faultsOnPhone(scene, language)));
    expect(found).toEqual([]);
  },
);
