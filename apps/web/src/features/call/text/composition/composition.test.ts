import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Composer, isReadyAfterRest, readyText, startComposer, stepComposer } from './composition.ts';

/** The steps of a composition, the last of which is committed; a string = text typed without composition. */
type Typed = string | readonly string[];

/** A field and its keyboard, which sends key events with `key`, or none if `key` is undefined. */
function createField(languages: readonly string[], key: string | undefined) {
  let composer: Composer = startComposer(languages);
  let [before, composing] = ['', ''];
  const sent: string[] = [];
  const send = (text: string | undefined): void => {
    if (text !== undefined && text !== (sent.at(-1) ?? '')) sent.push(text);
  };
  const offer = (): void => {
    const value = before + composing;
    send(readyText(composer, value, value.length));
  };
  const press = (): void => {
    if (key !== undefined) composer = stepComposer(composer, { type: 'keyPressed', key });
  };
  return {
    sent,
    compose(text: string): void {
      press();
      composer = stepComposer(composer, { type: 'composed', text });
      composing = text;
      offer();
    },
    commit(): void {
      composer = stepComposer(composer, { type: 'committed', text: composing });
      [before, composing] = [before + composing, ''];
      offer();
    },
    type(text: string): void {
      press();
      before += text;
      offer();
    },
    isReadyAfterRest: () => isReadyAfterRest(composer),
    rest(): void {
      composer = stepComposer(composer, { type: 'rested' });
      offer();
    },
    text: () => before + composing,
  };
}

function typeAll(field: ReturnType<typeof createField>, typed: readonly Typed[]): void {
  for (const part of typed) {
    if (typeof part === 'string') field.type(part);
    else {
      for (const text of part) field.compose(text);
      field.commit();
    }
  }
}

const phone = 'Unidentified';
const letters = (word: string): string[] =>
  Array.from(word).map((_letter, index) => word.slice(0, index + 1));

type Row = {
  readonly keyboard: string;
  /** `key` of the key events; undefined = the keyboard sends none. */
  readonly key: string | undefined;
  readonly languages?: readonly string[];
  readonly typed: readonly Typed[];
  readonly sent: readonly string[];
};

const rows: readonly Row[] = [
  {
    keyboard: 'a phone composing English word by word sends letters',
    key: phone,
    typed: [letters('Hi'), ' ', letters('Bo')],
    sent: ['H', 'Hi', 'Hi ', 'Hi B', 'Hi Bo'],
  },
  {
    keyboard: 'a phone correcting a word at its end sends the corrected word',
    key: phone,
    typed: [['t', 'te', 'teh', 'the'], ' '],
    sent: ['t', 'te', 'teh', 'the', 'the '],
  },
  {
    keyboard: "a phone composing an apostrophe sends letters, as in don't",
    key: phone,
    typed: [letters("don't")],
    sent: letters("don't"),
  },
  {
    keyboard: 'a phone keyboard without key events, as in dictation, sends words as they are recognised',
    key: undefined,
    typed: [['see', 'sea'], ' ', ['you']],
    sent: ['see', 'sea', 'sea ', 'sea you'],
  },
  {
    keyboard: 'a phone composing Arabic, Russian or Thai sends letters',
    key: phone,
    typed: [letters('مر'), ' ', letters('да'), ' ', letters('กา')],
    sent: ['م', 'مر', 'مر ', 'مر д', 'مر да', 'مر да ', 'مر да ก', 'مر да กา'],
  },
  {
    keyboard: 'a phone composing Vietnamese by Telex sends letters as they get their marks',
    key: phone,
    typed: [['v', 'vi', 'vie', 'viê', 'viêt', 'việt']],
    sent: ['v', 'vi', 'vie', 'viê', 'viêt', 'việt'],
  },
  {
    keyboard: 'a phone composing Japanese by twelve keys sends the chosen text',
    key: phone,
    typed: [
      ['か', 'かん', 'かんし', 'かんじ', '漢字'],
      ['を', 'を'],
    ],
    sent: ['漢字', '漢字を'],
  },
  {
    keyboard:
      'a phone composing Japanese by Latin letters sends one letter before it is recognised, then the chosen text',
    key: phone,
    typed: [
      ['w', 'わ', 'わk', 'わか', '若'],
      ['k', 'か', '科'],
    ],
    sent: ['w', '若', '若科'],
  },
  {
    keyboard: 'a phone composing Katakana that stays Katakana sends it on commit',
    key: phone,
    typed: [['こ', 'こー', 'こーひー', 'コーヒー']],
    sent: ['コーヒー'],
  },
  {
    keyboard: 'a phone composing Chinese by Pinyin in one piece is recognised by its first sign',
    key: phone,
    typed: [
      ['n', 'ni', '你'],
      ['h', 'ha', 'hao', '好'],
    ],
    sent: ['n', 'ni', '你', '你好'],
  },
  {
    keyboard: 'a phone composing Chinese by Pinyin is recognised in advance by the languages of the browser',
    key: phone,
    languages: ['zh-Hant-TW', 'en'],
    typed: [['n', 'ni', 'nihao', '你好']],
    sent: ['你好'],
  },
  {
    keyboard: 'a phone composing Chinese by Pinyin is recognised by syllables with spaces between',
    key: phone,
    typed: [['n', 'ni h', 'ni hao', '你好']],
    sent: ['n', '你好'],
  },
  {
    keyboard: 'a phone changed from Chinese to English sends words at first, then letters',
    key: phone,
    typed: [['n', 'ni', '你'], letters('ok'), ' ', letters('no')],
    sent: ['n', 'ni', '你', '你ok', '你ok ', '你ok n', '你ok no'],
  },
  {
    keyboard: 'a phone composing Chinese by Bopomofo or strokes sends the chosen text',
    key: phone,
    typed: [
      ['ㄋ', 'ㄋㄧ', 'ㄋㄧˇ', '你'],
      ['丿', '丿乛', '你'],
    ],
    sent: ['你', '你你'],
  },
  {
    keyboard: 'a phone composing Hindi by Latin letters is recognised by its first word',
    key: phone,
    typed: [['n', 'na', 'नमस्ते'], ' ', ['j', 'ji', 'जी']],
    sent: ['n', 'na', 'नमस्ते', 'नमस्ते ', 'नमस्ते जी'],
  },
  {
    keyboard: 'a phone composing Korean word by word sends a syllable when the next begins',
    key: phone,
    typed: [['ㄱ', '가', '간', '가나', '가난', '가나다'], ' '],
    sent: ['가', '가나', '가나다', '가나다 '],
  },
  {
    keyboard: 'a phone composing Korean of strokes keeps the letters of one syllable together',
    key: phone,
    typed: [['ㄱ', 'ㄱㆍ', '거', '거ㄹ', '걸']],
    sent: ['거', '걸'],
  },
  {
    keyboard: 'a desktop composing Korean commits each syllable',
    key: 'Process',
    typed: [
      ['ㅎ', '하', '한'],
      ['ㄱ', '그', '글'],
    ],
    sent: ['한', '한글'],
  },
  {
    keyboard: 'a desktop composing Japanese by Latin letters sends the chosen text',
    key: 'Process',
    typed: [['n', 'に', 'にh', 'にほ', 'にほn', 'にほん', '日本']],
    sent: ['日本'],
  },
  {
    keyboard: 'a desktop composing Chinese sends the chosen text, including a Latin word between',
    key: 'n',
    typed: [['n', 'ni', 'ni hao', '你好'], letters('ok'), ['h', 'ha', '好']],
    sent: ['你好', '你好ok', '你好ok好'],
  },
  {
    keyboard: 'a desktop composing Vietnamese by Telex sends its first word whole, then letters',
    key: 'v',
    typed: [['v', 'vie', 'viê', 'việt'], ' ', ['n', 'na', 'nam']],
    sent: ['việt', 'việt ', 'việt n', 'việt na', 'việt nam'],
  },
  {
    keyboard: 'a dead key waits for its letter',
    key: 'Dead',
    typed: ['caf', ['´', 'é']],
    sent: ['caf', 'café'],
  },
  {
    keyboard: 'a dead key waits for its letter also where words are composed',
    key: 'a',
    typed: [['v', 'và'], ' ', ['`', 'à']],
    sent: ['và', 'và ', 'và à'],
  },
  {
    keyboard: 'an iPhone composing Japanese sends the chosen text',
    key: 'か',
    typed: [['か', 'かな', '仮名']],
    sent: ['仮名'],
  },
  {
    keyboard: 'a cancelled composition sends nothing',
    key: 'Process',
    typed: ['abc', ['n', 'ni', '']],
    sent: ['abc'],
  },
];

describe('T26 RTT-07 EN 301 549 6.2.4', () => {
  test.each(rows)('$keyboard', ({ key, languages = ['sv', 'en'], typed, sent }) => {
    const field = createField(languages, key);
    typeAll(field, typed);
    expect(field.sent).toEqual(sent);
  });

  test('a Korean syllable is complete after a pause, a sign that may be converted is not', () => {
    const field = createField(['ko'], phone);
    const readiness = ['ㅇ', '아', '아니', 'かな', 'ni', '你'].map((text) => {
      field.compose(text);
      return field.isReadyAfterRest();
    });
    expect(readiness).toEqual([true, true, true, false, false, false]);
  });

  test('a syllable that was sent at a pause is replaced when it is complete, and is not erased meanwhile', () => {
    const field = createField(['ko'], phone);
    for (const text of ['하', '한', '한ㄱ', '한그']) field.compose(text);
    field.rest();
    expect(field.isReadyAfterRest()).toBe(false);
    for (const text of ['한글', '한글ㅇ', '한글이']) field.compose(text);
    expect(field.sent).toEqual(['한', '한그', '한글']);
    field.commit();
    expect(field.sent.at(-1)).toBe('한글이');
  });

  test('a letter erased during a composition is erased at the other end', () => {
    const field = createField(['en'], phone);
    typeAll(field, [['H', 'He', 'H', '']]);
    expect(field.sent).toEqual(['H', 'He', 'H', '']);
  });

  test('every composition is completely sent when it is committed', () => {
    const word = fc.stringMatching(/^(?:[a-zé' ]|[가-힣]|[ㄱ-ㅎ]|[か-こ]|[你好]|´){0,4}$/u);
    const part = fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom(phone, 'Process', undefined), (typed, key) => {
        const field = createField(['en'], key);
        typeAll(field, typed);
        expect(field.sent.at(-1) ?? '').toBe(field.text());
      }),
      { seed: 26 },
    );
  });

  test('text composed in the middle of a text is sent at its place', () => {
    const composer = stepComposer(startComposer([]), { type: 'composed', text: '한그' });
    expect(readyText(composer, 'a한그b', 3)).toBe('a한b');
    // With a caret that is not at the composition's end, the place of the composition is not known.
    expect(readyText(composer, 'a한그b', 4)).toBeUndefined();
  });
});
