import type { Party } from '@samtal/call-core';

/** Controls and direction marks: a display name is written by the other side and must not rearrange our words. */
const unwanted = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** What people call the other party: its display name, else the part of the address before `@`. */
export function nameOf({ address, displayName = '' }: Party): string {
  const shown = displayName.replace(unwanted, '').trim();
  const at = address.lastIndexOf('@');
  return shown || (at > 0 ? address.slice(0, at) : address);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const firstOf = (word: string): string => {
  const [first] = graphemes.segment(word);
  return first?.segment ?? '';
};

/** One or two letters that stand for a person where there is no picture. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first = name, ...rest] = words;
  return (firstOf(first) + firstOf(rest.at(-1) ?? '')).toLocaleUpperCase();
}
