/**
 * What is known about the input method of a field: `converting` methods turn letters into other characters,
 * as for Chinese and Japanese; `plain` methods leave letters as they are.
 */
type InputMethod = 'unknown' | 'converting' | 'plain';

/** State of the input method and the composition in a field. */
export type Composer = {
  readonly method: InputMethod;
  /**
   * True = the keyboard reports the names of keys. Phone keyboards, which compose words of every language,
   * report 'Unidentified' or no key.
   */
  readonly hasNamedKeys: boolean;
  /** The text being composed; undefined = no composition. */
  readonly composing: string | undefined;
  /** True = the composition has contained Latin letters. */
  readonly hadLatin: boolean;
  /** Number of UTF-16 units at the start of the composition that are final text and may be sent. */
  readonly ready: number;
  /** The largest value of `ready` in this composition: that much has been sent. */
  readonly left: number;
};

export type ComposerEvent =
  | { readonly type: 'keyPressed'; readonly key: string }
  /** The composition has begun or changed; its text is now `text`. */
  | { readonly type: 'composed'; readonly text: string }
  /** The composition has not changed for a while. */
  | { readonly type: 'rested' }
  | { readonly type: 'committed'; readonly text: string };

const latin = /\p{Script=Latin}/u;
const letter = /[\p{L}\p{N}]/u;
/** Matches scripts in which the input method may still convert each composed character. */
const convertible = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー]/u;
/** Matches Korean text at the end that may still grow: a syllable, or letters that are not a syllable yet. */
const growingHangul = /(?:[\u1100-\u11FF\u3131-\u318E]+|[\uAC00-\uD7A3])$/u;
/** Matches Latin compositions for Chinese: only these have spaces, between syllables. */
const spacedSyllables = /\p{L} \p{L}/u;

/**
 * The initial state.
 * @param languages of the browser: with Chinese or Japanese the input method counts as converting
 */
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
  // Where keys have names, a converting input method also writes Latin words, so it stays `converting`.
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

/** Number of UTF-16 units at the start of the composition that are final text. */
function readyLength({ method, hasNamedKeys }: Composer, composing: string): number {
  // Convertible text is never final, and the accent of a dead key waits for its letter.
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
 * The text of a field, without the part that the input method may still convert (EN 301 549 6.2.4, T26).
 * @param caret position of the caret, normally the end of the composition
 * @returns undefined when there is no new text to send
 */
export function readyText(composer: Composer, value: string, caret: number): string | undefined {
  const { composing, ready, left } = composer;
  if (composing === undefined || ready === composing.length) return value;
  // A syllable that was sent and then changes is not erased: it is replaced when it is complete again.
  if (ready === 0 || ready < left) return undefined;
  const start = caret - composing.length;
  if (start < 0 || value.slice(start, caret) !== composing) return undefined;
  return value.slice(0, start + ready) + value.slice(caret);
}

/** Whether the composition ends in Korean text to send after a pause: no key marks the end of a syllable. */
export const isReadyAfterRest = ({ composing = '', ready }: Composer): boolean =>
  ready < composing.length && growingHangul.test(composing);
