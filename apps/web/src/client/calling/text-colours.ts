import { betterPair, contrastOf, type Pair } from './contrast.ts';

/** The CSS colours of a text area. */
export type ShownPair = {
  readonly text: string;
  readonly surface: string;
  /** Both colours are those of the page's appearance. */
  readonly isOfTheme: boolean;
  /** The readable pair that is shown in place of the chosen one; undefined = the chosen pair is readable. */
  readonly corrected?: { readonly text: string; readonly background: string };
};

type Chosen = { readonly text: string | undefined; readonly surface: string | undefined };

type Rules<Name extends string> = {
  readonly codes: Readonly<Record<Name, string>>;
  /** Whether the brand lets text follow the page's appearance (decision D42). */
  readonly followsTheme: boolean;
};

/** The colours of a text area on the page's appearance, which the style sheet keeps readable. */
const ofTheme: ShownPair = { text: 'var(--text)', surface: 'var(--surface-raised)', isOfTheme: true };

/**
 * The colours in which a text area is shown (RTT-05). If the brand lets text follow the appearance, colours
 * that were not chosen do so, a single chosen colour gets black or white beside it, and a chosen pair that
 * is hard to read is replaced by the nearest readable one (decision D42).
 */
export function coloursOf<Name extends string>(
  { text, surface }: Chosen,
  [initialText, initialSurface]: readonly [Name, Name],
  { codes, followsTheme }: Rules<Name>,
): ShownPair {
  const nameOf = (value: string | undefined): Name | undefined =>
    value !== undefined && Object.hasOwn(codes, value) ? (value as Name) : undefined;
  const isFollowing = (value: string | undefined): boolean => followsTheme && value === 'theme';
  if (isFollowing(text) && isFollowing(surface)) return ofTheme;
  if (isFollowing(text)) return beside(codes[nameOf(surface) ?? initialSurface], 'text');
  if (isFollowing(surface)) return beside(codes[nameOf(text) ?? initialText], 'surface');
  const pair: Pair<Name> = {
    text: nameOf(text) ?? initialText,
    background: nameOf(surface) ?? initialSurface,
  };
  const better = followsTheme ? betterPair(pair, codes) : undefined;
  const shown = better ?? pair;
  return {
    text: codes[shown.text],
    surface: codes[shown.background],
    isOfTheme: false,
    ...(better === undefined ? {} : { corrected: better }),
  };
}

/** A chosen colour with black or white as the other one, whichever is easier to read. */
function beside(chosen: string, missing: 'text' | 'surface'): ShownPair {
  const other = contrastOf(chosen, '#ffffff') >= contrastOf(chosen, '#000000') ? '#ffffff' : '#000000';
  return missing === 'text'
    ? { text: other, surface: chosen, isOfTheme: false }
    : { text: chosen, surface: other, isOfTheme: false };
}
