import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  authorWrote,
  type Conversation,
  emptyConversation,
  type Run,
  textOf,
  withoutStart,
} from './conversation.ts';
import { markCut, markDoubts } from './conversation-marks.ts';

type Step = readonly [Run['author'], string];

const after = (steps: readonly Step[]): Conversation =>
  steps.reduce<Conversation>((sofar, [author, text]) => authorWrote(sofar, author, text), emptyConversation);

const shown = (conversation: Conversation) => conversation.map(({ author, text }) => `${author}: ${text}`);

const tables: readonly (readonly [string, readonly Step[], readonly string[]])[] = [
  [
    'a new run begins when the author changes',
    [
      ['own', 'Hi\n'],
      ['other', 'Hello\n'],
      ['own', 'Hi\nWell?'],
    ],
    ['own: Hi\n', 'other: Hello\n', 'own: Well?'],
  ],
  [
    'a run begun before the other author wrote is continued in place',
    [
      ['own', 'How a'],
      ['other', 'H'],
      ['own', 'How are'],
      ['other', 'He'],
    ],
    ['own: How are', 'other: He'],
  ],
  [
    'lines of one author stay in one run',
    [
      ['other', 'a\n'],
      ['other', 'a\nb'],
    ],
    ['other: a\nb'],
  ],
  [
    'a backspace erases from the latest run of its author',
    [
      ['own', 'one\n'],
      ['other', 'two'],
      ['own', 'one\nx'],
      ['own', 'one\n'],
      ['own', 'one'],
    ],
    ['own: one', 'other: two'],
  ],
  [
    'a letter inserted into an older run stays there',
    [
      ['own', 'helo\n'],
      ['other', 'yes\n'],
      ['own', 'helo\nso'],
      ['own', 'hello\nso'],
    ],
    ['own: hello\n', 'other: yes\n', 'own: so'],
  ],
  [
    'a gap alone stands in the run after which letters are missing, and what follows begins a new run',
    [
      ['other', 'Come at n\n'],
      ['own', 'When?\n'],
      ['other', 'Come at n\n\uFFFD'],
      ['other', 'Come at n\n\uFFFDnine'],
    ],
    ['other: Come at n\n\uFFFD', 'own: When?\n', 'other: nine'],
  ],
  [
    'a line that is only a gap begins no run, nor does the line break after it',
    [
      ['other', 'Yes\n'],
      ['own', 'And?\n'],
      ['other', 'Yes\n\uFFFD\n'],
      ['own', 'And?\nWell?\n'],
      ['other', 'Yes\n\uFFFD\n\uFFFD'],
      ['other', 'Yes\n\uFFFD\n\uFFFD\n'],
    ],
    ['other: Yes\n\uFFFD\n\uFFFD\n', 'own: And?\nWell?\n'],
  ],
  [
    'letters after a gap that arrive with it begin a run with the mark, as does a gap before any letter',
    [
      ['own', 'Hello\n'],
      ['other', '\uFFFD'],
      ['other', '\uFFFD\n'],
      ['own', 'Hello\nBye\n'],
      ['other', '\uFFFD\n\uFFFDsee you'],
    ],
    ['own: Hello\n', 'other: \uFFFD\n', 'own: Bye\n', 'other: \uFFFDsee you'],
  ],
];

test.each(tables)('A-049 RTT-14 %s', (_, steps, expected) => {
  expect(shown(after(steps))).toEqual(expected);
});

test('A-049 T14 text is never lost, doubled or given to the other author, and no run is empty', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é', '\uFFFD'), maxLength: 8 });
  const step = fc.tuple(fc.constantFrom<Run['author']>('own', 'other'), text);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const conversation = after(steps);
      for (const author of ['own', 'other'] as const) {
        const written = steps.findLast(([who]) => who === author)?.[1] ?? '';
        const runs = conversation.filter((run) => run.author === author);
        expect(runs.map((run) => run.text).join('')).toBe(written);
        expect(textOf(conversation, author)).toBe(written);
      }
      expect(conversation.filter((run) => run.text === '')).toEqual([]);
    }),
  );
});

test('A-049 text that is no longer kept is removed from the first runs of its author, and a mark shows where', () => {
  const before = after([
    ['other', 'aaa\n'],
    ['own', 'bb\n'],
    ['other', 'aaa\naaaa\n'],
    ['own', 'bb\nb'],
  ]);
  expect(markCut(withoutStart(before, 'other', 6), 'other', 6)).toEqual([
    { author: 'own', text: 'bb\n' },
    { author: 'other', text: 'aa\n', cutBefore: 6 },
    { author: 'own', text: 'b' },
  ]);
});

test('A-049 text before a cut is removed once, and the mark of the cut stays when text is erased', () => {
  const kept = withoutStart(after([['other', 'one two']]), 'other', 4);
  const erased = authorWrote(kept, 'other', '');
  const marked = (conversation: Conversation, cut = 4) => markCut(conversation, 'other', cut);
  expect([marked(kept), marked(erased), marked(authorWrote(erased, 'other', 'three'))]).toEqual([
    [{ author: 'other', text: 'two', cutBefore: 4 }],
    [],
    [{ author: 'other', text: 'three', cutBefore: 4 }],
  ]);
  expect(authorWrote(kept, 'other', 'two')).toBe(kept);
  expect(marked(authorWrote(withoutStart(kept, 'other', 1), 'other', 'o!'), 5)).toEqual([
    { author: 'other', text: 'o!', cutBefore: 5 },
  ]);
});

test('D41 text of this user that may not have arrived has its own runs, and no letter is lost or moved', () => {
  const conversation = [
    { author: 'own', text: 'one\n' },
    { author: 'other', text: 'two\n' },
    { author: 'own', text: 'three four' },
  ] as const;
  const marked = markDoubts(conversation, [
    { start: 2, end: 6 },
    { start: 9, end: 14 },
  ]);
  expect(marked).toEqual([
    { author: 'own', text: 'on' },
    { author: 'own', text: 'e\n', isDoubtful: true },
    { author: 'other', text: 'two\n' },
    { author: 'own', text: 'th', isDoubtful: true },
    { author: 'own', text: 'ree' },
    { author: 'own', text: ' four', isDoubtful: true },
  ]);
  expect(markDoubts(conversation, [])).toBe(conversation);
});
