import type { Settings, WEB_SETTINGS, WebSettingKey } from '@samtal/api-contract';
import type { CSSProperties } from 'react';
import { coloursOf, type ShownPair } from './text-colours.ts';

export type TextLayout = 'overUnder' | 'sideBySide' | 'oneBox';

/** The layout and appearance of a call's text. */
export type TextLook = {
  readonly layout: TextLayout;
  /** The text is so large that on a phone it needs the space of other elements. */
  readonly isLarge: boolean;
  /** The pair of colours that replaces a chosen pair which is hard to read; undefined = none. */
  readonly corrected?: ShownPair['corrected'];
  /** CSS custom properties for the text panel. A strict CSP allows them, because a script sets them. */
  readonly style: CSSProperties;
};

/** A colour name as it is stored in the settings; `theme` is none of the eleven colours. */
export type ColourName = Exclude<(typeof WEB_SETTINGS.WEB_TEXT_IN_COLOR.values)[number], 'theme'>;

/** The CSS colour of each colour name in the settings (docs/requirements.md 3.3, SET-13, A-101). */
export const colourCodes: Readonly<Record<ColourName, string>> = {
  white: '#ffffff',
  lightgrey: '#d3d3d3',
  darkgrey: '#555555',
  black: '#000000',
  blue: '#0033cc',
  green: '#008000',
  yellow: '#ffff00',
  orange: '#ff8c00',
  red: '#cc0000',
  pink: '#ffc0cb',
  purple: '#800080',
};

/**
 * The CSS font families for each value of WEB_FONT: the chosen font, then similar ones for devices without it
 * (docs/requirements.md 3.3, A-099).
 */
const fonts: Readonly<Record<string, string>> = {
  times: "'Times New Roman', Times, serif",
  arial: 'Arial, Helvetica, sans-serif',
  trebuchet: "'Trebuchet MS', sans-serif",
  lucida: "'Lucida Sans Unicode', 'Lucida Grande', sans-serif",
  verdana: 'Verdana, sans-serif',
  comicsans: "'Comic Sans MS', cursive",
  couriernew: "'Courier New', monospace",
};

/** The layout for each value of WEB_CHAT_LAYOUT; any other value means over/under. */
const layouts: Readonly<Record<string, TextLayout>> = {
  'side by side': 'sideBySide',
  'one box': 'oneBox',
};

/** The CSS values of the spacings; `wider` is what WCAG 1.4.12 asks pages to bear, and more. */
const lineHeights: Readonly<Record<string, number>> = { wide: 1.75, wider: 2.1 };
const letterSpacings: Readonly<Record<string, string>> = { wide: '0.06em', wider: '0.14em' };

/** The default text size of browsers, in CSS pixels. */
const ROOT_FONT_SIZE = 16;

const inKeys = ['WEB_TEXT_IN_COLOR', 'WEB_TEXTAREA_IN_BACKGROUND'] as const;
const outKeys = ['WEB_TEXT_OUT_COLOR', 'WEB_TEXTAREA_OUT_BACKGROUND'] as const;
const sharedKeys = ['WEB_ONEBOX_TEXT_COLOR', 'WEB_ONEBOX_TEXT_BACKGROUND_COLOR'] as const;

/**
 * The look that the user has chosen (RTT-01 … RTT-06, SET-04 … SET-09); defaults replace missing and unknown
 * settings.
 * @param followsTheme whether the brand lets text follow the page's appearance (decision D42)
 */
export function textLookOf(settings: Settings, followsTheme = false): TextLook {
  const layout = layouts[settings['WEB_CHAT_LAYOUT'] ?? ''] ?? 'overUnder';
  const pair = ([text, surface]: readonly [WebSettingKey, WebSettingKey], initial: Initial): ShownPair =>
    coloursOf({ text: settings[text], surface: settings[surface] }, initial, {
      codes: colourCodes,
      followsTheme,
    });
  const size = Number(settings['WEB_TEXT_SIZE']) || 18;
  const shared = pair(sharedKeys, ['black', 'white']);
  const [log, field] =
    layout === 'oneBox'
      ? [shared, shared]
      : [pair(inKeys, ['white', 'black']), pair(outKeys, ['white', 'black'])];
  const corrected = log.corrected ?? field.corrected;
  const style = {
    '--call-font': fonts[settings['WEB_FONT'] ?? ''] ?? fonts['times'],
    // In `rem`, so that the text follows the browser's text size (WCAG 1.4.4).
    '--call-text-size': `${size / ROOT_FONT_SIZE}rem`,
    '--call-weight': settings['WEB_TEXT_BOLD'] === 'true' ? '700' : '400',
    '--call-line-height': lineHeights[settings['WEB_TEXT_LINE_SPACING'] ?? ''] ?? 1.5,
    '--call-letter-spacing': letterSpacings[settings['WEB_TEXT_LETTER_SPACING'] ?? ''] ?? 'normal',
    '--log-text': log.text,
    '--log-surface': log.surface,
    '--field-text': field.text,
    '--field-surface': field.surface,
    ...(log.isOfTheme ? turnsOfTheme : {}),
  };
  return {
    layout,
    isLarge: size >= 48,
    ...(corrected === undefined ? {} : { corrected }),
    style: style as CSSProperties,
  };
}

type Initial = readonly [text: ColourName, surface: ColourName];

/** The turns of the two authors differ in colour only where the page chooses the colours. */
const turnsOfTheme = {
  '--turn-other': 'var(--surface-sunken)',
  '--turn-own': 'var(--accent-soft)',
  '--turn-edge': 'var(--border-soft)',
  '--turn-muted': 'var(--text-muted)',
};
