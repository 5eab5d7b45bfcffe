import type { Settings, WEB_SETTINGS } from '@samtal/api-contract';
import type { CSSProperties } from 'react';

export type TextLayout = 'overUnder' | 'sideBySide' | 'oneBox';

/** The layout and appearance of a call's text. */
export type TextLook = {
  readonly layout: TextLayout;
  /** The text is so large that on a phone it needs the space of other elements. */
  readonly isLarge: boolean;
  /** CSS custom properties for the text panel. A strict CSP allows them, because a script sets them. */
  readonly style: CSSProperties;
};

/** A colour name as it is stored in the settings. */
export type ColourName = (typeof WEB_SETTINGS.WEB_TEXT_IN_COLOR.values)[number];

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

const colours: Readonly<Record<string, string>> = colourCodes;

/** The default text size of browsers, in CSS pixels. */
const ROOT_FONT_SIZE = 16;

/**
 * The look that the user has chosen (RTT-01 … RTT-06, SET-04 … SET-09); defaults replace missing and unknown
 * settings.
 */
export function textLookOf(settings: Settings): TextLook {
  const layout = layouts[settings['WEB_CHAT_LAYOUT'] ?? ''] ?? 'overUnder';
  const colour = (key: string, initial: ColourName): string =>
    colours[settings[key] ?? ''] ?? colourCodes[initial];
  const shared = {
    text: colour('WEB_ONEBOX_TEXT_COLOR', 'black'),
    surface: colour('WEB_ONEBOX_TEXT_BACKGROUND_COLOR', 'white'),
  };
  const incoming = {
    text: colour('WEB_TEXT_IN_COLOR', 'white'),
    surface: colour('WEB_TEXTAREA_IN_BACKGROUND', 'black'),
  };
  const own = {
    text: colour('WEB_TEXT_OUT_COLOR', 'white'),
    surface: colour('WEB_TEXTAREA_OUT_BACKGROUND', 'black'),
  };
  const size = Number(settings['WEB_TEXT_SIZE']) || 18;
  const [log, field] = layout === 'oneBox' ? [shared, shared] : [incoming, own];
  const style = {
    '--call-font': fonts[settings['WEB_FONT'] ?? ''] ?? fonts['times'],
    // In `rem`, so that the text follows the browser's text size (WCAG 1.4.4).
    '--call-text-size': `${size / ROOT_FONT_SIZE}rem`,
    '--log-text': log.text,
    '--log-surface': log.surface,
    '--field-text': field.text,
    '--field-surface': field.surface,
  };
  return { layout, isLarge: size >= 48, style: style as CSSProperties };
}
