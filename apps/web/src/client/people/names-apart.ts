import type { RemoteUser } from '@samtal/call-core';
import { type KnownNames, withKnownName } from './known-names.ts';
import { nameOf } from './remote-user-name.ts';

/**
 * What is left of a name when case, blanks, signs and accents do not count, nor the letters and digits that look alike in
 * one script.
 */
const coreOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[1iı|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');

/** Kinds of letters that stand in one name together; letters of two of them may look the same (UTS #39 §5). */
const KINDS: readonly RegExp[] = [
  /(?![\u0180-\u02AF\u1D00-\u1DBF\u2C60-\u2C7F\uA720-\uA7FF])\p{sc=Latin}/u,
  // Letters of phonetic and older alphabets, of which many look like a plain one.
  /[\u0180-\u02AF\u1D00-\u1DBF\u2C60-\u2C7F\uA720-\uA7FF]/,
  /\p{sc=Cyrillic}/u,
  /\p{sc=Greek}/u,
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u,
  /(?![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{sc=Common}])\p{L}/u,
];

/** Whether the letters of a text are of more than one script. */
function isMixed(text: string): boolean {
  const letters = text.normalize('NFKD').replace(/[^\p{L}]/gu, '');
  return KINDS.filter((kind) => kind.test(letters)).length > 1;
}

/**
 * The names of two remote users who are shown together, with their addresses where they could be taken for the same: users
 * choose their names themselves (decision D102). Two names whose letters are of several scripts always have them.
 */
export function namesApart(one: RemoteUser, other: RemoteUser, names: KnownNames): readonly [string, string] {
  const [first, second] = [one, other].map((user) => nameOf(withKnownName(user, names))) as [string, string];
  return coreOf(first) === coreOf(second) || isMixed(first + second)
    ? [`${first} (${one.address})`, `${second} (${other.address})`]
    : [first, second];
}
