import type { Settings } from '@samtal/api-contract';
import type { ColourName } from '../../../client/calling/text-look.ts';

/** Colours for all text of calls. `theme` = those of the page. */
export type ColourPair = { readonly text: ColourName | 'theme'; readonly background: ColourName | 'theme' };

/** Pairs with a contrast of 7:1 or more (WCAG 1.4.6). */
export const readyPairs: readonly ColourPair[] = [
  { text: 'black', background: 'white' },
  { text: 'white', background: 'black' },
  { text: 'yellow', background: 'black' },
  { text: 'black', background: 'yellow' },
  { text: 'white', background: 'blue' },
];

/** The settings of the colours: of letters and background for each text (SET-07, -08, -09). */
export const colourKeys = [
  ['WEB_TEXT_IN_COLOR', 'WEB_TEXTAREA_IN_BACKGROUND'],
  ['WEB_TEXT_OUT_COLOR', 'WEB_TEXTAREA_OUT_BACKGROUND'],
  ['WEB_ONEBOX_TEXT_COLOR', 'WEB_ONEBOX_TEXT_BACKGROUND_COLOR'],
] as const;

/** Whether all text has the colours of `pair`. */
export const hasPair = (settings: Settings, { text, background }: ColourPair): boolean =>
  colourKeys.every(([textKey, backgroundKey]) => {
    return settings[textKey] === text && settings[backgroundKey] === background;
  });
