/**
 * What is known about the input method of a field: `converting` methods turn letters into other signs, as for
 * Chinese and Japanese; `plain` ones leave letters as they are.
 */
type InputMethod = 'unknown' | 'converting' | 'plain';

/** State of an input method in a field. */
export type Composer = {
  readonly method: InputMethod;
  /** Phone keyboards compose every word of every language, and report each key as 'Unidentified' or report none. */
  readonly hasNamedKeys: boolean;
  /** The text being composed; undefined = no composition. */
  readonly composing: string | undefined;
  /** The composition contained Latin letters. */
  readonly hadLatin: boolean;
  /** Number of UTF-16 units at its start that are final text and may be sent. */
  readonly ready: number;
  /** The largest value that `ready` has had: this much has been sent. */
  readonly left: number;
};

export type ComposerEvent =
  | { readonly type: 'keyPressed'; readonly key: string }
  /** From the first to the last change of a composition. */
  | { readonly type: 'composed'; readonly text: string }
  /** The composition has not changed for a while. */
  | { readonly type: 'rested' }
  | { readonly type: 'committed'; readonly text: string };

const latin = /\p{Script=Latin}/u;
const letter = /[\p{L}\p{N}]/u;
/** Scripts in which every composed letter may become another sign. */
const convertible = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー]/u;
/** A syllable that may still grow, or letters that are not a syllable yet. */
const growingHangul = /(?:[\u1100-\u11FF\u3131-\u318E]+|[\uAC00-\uD7A3])$/u;
/** Latin compositions for Chinese have spaces between syllables; words of other languages are composed one by one. */
const spacedSyllables = /\p{L} \p{L}/u;

/** @param languages of the browser: Chinese or Japanese implies a converting input method */
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
  // With named keys, a Latin word between Chinese ones comes from the same input method.
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

/** Number of units at the start of the composition that are final text. */
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
 * The text of a field without signs that the input method may still convert (EN 301 549 6.2.4, T26).
 * @param caret the end of the composition
 * @returns undefined when there is no new text to send
 */
export function readyText(composer: Composer, value: string, caret: number): string | undefined {
  const { composing, ready, left } = composer;
  if (composing === undefined || ready === composing.length) return value;
  // A syllable that was sent is replaced when it is complete again; it is not erased meanwhile.
  if (ready === 0 || ready < left) return undefined;
  const start = caret - composing.length;
  if (start < 0 || value.slice(start, caret) !== composing) return undefined;
  return value.slice(0, start + ready) + value.slice(caret);
}

/** A Korean syllable counts as complete after a pause in typing: no key marks its end. */
export const isReadyAfterRest = ({ composing = '', ready }: Composer): boolean =>
  ready < composing.length && growingHangul.test(composing);
