/**
 * What an input method does with the letters it composes, as far as one field has seen: it turns them into other signs,
 * as those of Chinese and Japanese do, or leaves them as they are.
 */
type InputMethod = 'unknown' | 'converting' | 'plain';

/** An input method in the middle of its work. */
export type Composer = {
  readonly method: InputMethod;
  /** Keyboards of phones compose every word of every language, and call each key 'Unidentified' or tell of none. */
  readonly hasNamedKeys: boolean;
  /** The text being composed; undefined = none is. */
  readonly composing: string | undefined;
  /** Latin letters were part of what is being composed. */
  readonly hadLatin: boolean;
  /** So much of it, from its start, is text rather than a way towards it; in UTF-16 units. */
  readonly ready: number;
  /** The most that `ready` has been: so much has left. */
  readonly left: number;
};

export type ComposerEvent =
  | { readonly type: 'keyPressed'; readonly key: string }
  /** From the first to the last change of a text that is being composed. */
  | { readonly type: 'composed'; readonly text: string }
  /** Nothing has been composed for a while. */
  | { readonly type: 'rested' }
  | { readonly type: 'committed'; readonly text: string };

const latin = /\p{Script=Latin}/u;
const letter = /[\p{L}\p{N}]/u;
/** Scripts whose every composed letter may become another sign. */
const convertible = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー]/u;
/** The syllable that grows still, or the letters that have not become one. */
const growingHangul = /(?:[\u1100-\u11FF\u3131-\u318E]+|[\uAC00-\uD7A3])$/u;
/** Syllables of a Latin composition stand apart by spaces, words of other languages are composed one by one. */
const spacedSyllables = /\p{L} \p{L}/u;

/** @param languages of the browser: who reads Chinese or Japanese has a keyboard for it */
export const startComposer = (languages: readonly string[]): Composer => ({
  method: languages.some((tag) => /^(?:zh|ja|yue)\b/i.test(tag)) ? 'converting' : 'unknown',
  hasNamedKeys: false,
  composing: undefined,
  hadLatin: false,
  ready: 0,
  left: 0,
});

function learn({ method, hasNamedKeys, hadLatin }: Composer, text: string): InputMethod {
  if (convertible.test(text)) return 'converting';
  if (!hadLatin || !letter.test(text)) return method;
  if (!latin.test(text)) return 'converting';
  // With a keyboard of named keys a Latin word between Chinese ones comes from the same input method.
  return method === 'converting' && hasNamedKeys ? method : 'plain';
}

export function stepComposer(composer: Composer, event: ComposerEvent): Composer {
  switch (event.type) {
    case 'keyPressed':
      return { ...composer, hasNamedKeys: event.key !== 'Unidentified' };
    case 'composed': {
      const ready = readyLength(composer, event.text);
      return {
        ...composer,
        composing: event.text,
        hadLatin: composer.hadLatin || latin.test(event.text),
        ready,
        left: Math.max(composer.left, ready),
      };
    }
    case 'rested':
      return isReadyAfterRest(composer) ? withAllReady(composer) : composer;
    case 'committed':
      return {
        ...composer,
        method: learn(composer, event.text),
        composing: undefined,
        hadLatin: false,
        ready: 0,
        left: 0,
      };
  }
}

function withAllReady(composer: Composer): Composer {
  const { length } = composer.composing ?? '';
  return { ...composer, ready: length, left: length };
}

/** How much of what is being composed, from its start, is text rather than a way towards it. */
function readyLength({ method, hasNamedKeys }: Composer, composing: string): number {
  // Accents of dead keys wait for their letter.
  if (convertible.test(composing) || !letter.test(composing)) return 0;
  const growing = composing.search(growingHangul);
  if (growing >= 0) return growing;
  if (method === 'plain') return composing.length;
  if (hasNamedKeys) return 0;
  return latin.test(composing) && (method === 'converting' || spacedSyllables.test(composing))
    ? 0
    : composing.length;
}

/**
 * The text of a field without what the input method may still turn into other signs (EN 301 549 6.2.4, T26).
 * @param caret stands behind what is being composed
 * @returns undefined when nothing new may leave
 */
export function readyText(composer: Composer, value: string, caret: number): string | undefined {
  const { composing, ready, left } = composer;
  if (composing === undefined || ready === composing.length) return value;
  // A syllable that has left is changed when it is whole again, not taken back meanwhile.
  if (ready === 0 || ready < left) return undefined;
  const start = caret - composing.length;
  if (start < 0 || value.slice(start, caret) !== composing) return undefined;
  return value.slice(0, start + ready) + value.slice(caret);
}

/** A syllable of Korean is whole when its writer rests: it may grow no more, and no key says so. */
export const isReadyAfterRest = ({ composing = '', ready }: Composer): boolean =>
  ready < composing.length && growingHangul.test(composing);
