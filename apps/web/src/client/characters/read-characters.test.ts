import { decode, initialDecoder } from '@samtal/realtime-text';
import { exactTextMachine } from '@samtal/realtime-text/exact';
import { array, assert, constant, constantFrom, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { codePointWord, namedCharacter } from './character-names.ts';
import { createCharacterReader, deliveryOf, type Role } from './read-characters.ts';
import type { TextMessage } from './text-records.ts';

type Given = Partial<TextMessage> & Pick<TextMessage, 'characters'>;

/** Messages with the numbers that a record gives them. */
function messagesOf(given: readonly Given[]): TextMessage[] {
  let total = 0;
  return given.map((message, index) => {
    const size = Array.from(message.characters).length;
    total += size;
    const numbered: TextMessage = {
      isOwn: false,
      carrier: 'message',
      at: 1000 * index,
      isCounted: false,
      isRead: true,
      number: index + 1,
      size,
      total,
      ...message,
    };
    return numbered;
  });
}

const read = (...given: readonly Given[]) => {
  const messages = messagesOf(given);
  return createCharacterReader({ messages: () => messages }).read();
};

/** Each character by its code point, with what it does. */
const rolesOf = (...given: readonly Given[]): readonly string[] =>
  read(...given).rows.map(({ codePoint, role }) =>
    [codePointWord(codePoint), ...(role === undefined ? [] : [role])].join(' '),
  );

test.each<readonly [string, string, readonly string[]]>([
  ['characters beyond the BMP', 'a😀', ['U+0061', 'U+1F600']],
  ['an emoji with joiners', '👨\u200D👧', ['U+1F468', 'U+200D', 'U+1F467']],
  ['a combining mark', 'e\u0301', ['U+0065', 'U+0301']],
  ['a surrogate alone', 'a\uD83Db', ['U+0061', 'U+D83D missing', 'U+0062']],
  ['a session signature', '\uFEFFa', ['U+FEFF signature', 'U+0061']],
  ['an erasure beyond the start', '\b\b', ['U+0008 erases', 'U+0008 erases']],
  ['line separators', '\u2028\u2029\u0085', ['U+2028 newLine', 'U+2029 newLine', 'U+0085 newLine']],
  ['CR LF', '\r\na', ['U+000D newLine', 'U+000A newLineEnd', 'U+0061']],
  ['LF CR', '\n\r', ['U+000A newLine', 'U+000D newLine']],
  ['an alert in session', '\u0007', ['U+0007 alert']],
  ['missing text', '\uFFFD', ['U+FFFD missing']],
  ['a tabulator', '\t', ['U+0009 space']],
  ['a control character', '\u0000\u007F', ['U+0000 ignored', 'U+007F ignored']],
  ['bidi controls', '\u202Ea\u2069', ['U+202E', 'U+0061', 'U+2069']],
  ['INT', '\u001Baa', ['U+001B sequence', 'U+0061 interrupt', 'U+0061']],
  [
    'SGR with CSI',
    '\u009B31mx',
    ['U+009B sequence', 'U+0033 sequence', 'U+0031 sequence', 'U+006D sgr', 'U+0078'],
  ],
  [
    'SGR with ESC [',
    '\u001B[1mx',
    ['U+001B sequence', 'U+005B sequence', 'U+0031 sequence', 'U+006D sgr', 'U+0078'],
  ],
  [
    'another control sequence',
    '\u009B2Jx',
    ['U+009B sequence', 'U+0032 sequence', 'U+004A sequence', 'U+0078'],
  ],
  [
    'an escape sequence with an intermediate character',
    '\u001B(Bx',
    ['U+001B sequence', 'U+0028 sequence', 'U+0042 sequence', 'U+0078'],
  ],
  [
    'a control sequence that a control character ends',
    '\u009B3\u0007x',
    ['U+009B sequence', 'U+0033 sequence', 'U+0007 alert', 'U+0078'],
  ],
  [
    'SOS … ST',
    '\u0098a\u0007\u009Cb',
    ['U+0098 string', 'U+0061 string', 'U+0007 string', 'U+009C stringEnd', 'U+0062'],
  ],
  [
    'ESC X … ESC \\',
    '\u001BXa\u001B\\b',
    ['U+001B sequence', 'U+0058 string', 'U+0061 string', 'U+001B string', 'U+005C stringEnd', 'U+0062'],
  ],
])('D91 %s: each code point is one row that says what it does', (_, characters, expected) => {
  expect(rolesOf({ characters })).toEqual(expected);
});

test('D91 a sequence that two chunks share is read across them, in each direction by itself', () => {
  expect(
    rolesOf(
      { characters: '\u001B' },
      { characters: 'a', isOwn: true },
      { characters: 'a' },
      { characters: 'x\r' },
      { characters: '\n' },
    ),
  ).toEqual([
    'U+001B sequence',
    'U+0061',
    'U+0061 interrupt',
    'U+0078',
    'U+000D newLine',
    'U+000A newLineEnd',
  ]);
});

test('D91 on another text transport the text begins anew; a channel may carry the signature alone', () => {
  expect(
    rolesOf({ characters: '\u009B1', carrier: 'dataChannel' }, { characters: 'm', carrier: 'message' }).at(
      -1,
    ),
  ).toBe('U+006D');
  expect(
    rolesOf(
      { characters: '\u009B1', carrier: 'dataChannel' },
      { characters: '\uFEFF', carrier: 'dataChannel' },
      { characters: 'm', carrier: 'dataChannel' },
    ).slice(-2),
  ).toEqual(['U+FEFF signature', 'U+006D sgr']);
});

test('D91 a surrogate in own text left as U+FFFD, and a message that is too long was not read', () => {
  expect(rolesOf({ characters: 'a\uDC00', isOwn: true })).toEqual(['U+0061', 'U+FFFD missing']);
  expect(rolesOf({ characters: 'a\b', isRead: false })).toEqual(['U+0061 unread', 'U+0008 unread']);
});

test('D91 the rows have the number, the place in their chunk, and the chunk', () => {
  expect(
    read({ characters: '😀a' }, { characters: 'b', isOwn: true }).rows.map(({ number, place, message }) => [
      number,
      place,
      message.number,
    ]),
  ).toEqual([
    [1, 1, 1],
    [2, 2, 1],
    [3, 1, 2],
  ]);
});

test('D91 D41 a sent character is on its way, delivered, in doubt, or was not passed on; a received one has no delivery', () => {
  const outcomes = ['taken', 'lost', 'away', undefined] as const;
  const list = read(
    ...outcomes.map((outcome) => ({ characters: 'a', isOwn: true, ...(outcome && { outcome }) })),
    { characters: '\uFEFF', isOwn: true },
    { characters: 'b' },
  );
  const deliveries = (isOver: boolean) => list.rows.map((row) => deliveryOf(row, list, isOver));
  expect(deliveries(false)).toEqual([
    'delivered',
    'inDoubt',
    'notForwarded',
    'onItsWay',
    undefined,
    undefined,
  ]);
  expect(deliveries(true)).toEqual(['delivered', 'inDoubt', 'notForwarded', 'inDoubt', undefined, undefined]);
});

const frame = (head: string, characters = ''): string => `\u0098P${head}\u009C${characters}`;

test('D91 D82 of counted text the count is marked, repeated text too, and a report delivers up to its position', () => {
  const counted = { carrier: 'dataChannel', isCounted: true } as const;
  const own = { ...counted, isOwn: true };
  const list = read(
    { ...own, characters: '\uFEFF' },
    { ...own, characters: frame('0;0;0', 'ab😀') },
    { ...counted, characters: frame('0;0;2', 'x') },
    { ...own, characters: frame('2;2;1', '😀c') },
    { ...counted, characters: frame('0;0;2', 'xy') },
  );
  const roles = list.rows.map(({ codePoint, role }) => [String.fromCodePoint(codePoint), role] as const);
  expect(roles.filter(([, role]) => role !== 'count')).toEqual([
    ['\uFEFF', 'signature'],
    ...Array.from('ab😀').map((character) => [character, undefined]),
    ['x', undefined],
    ['😀', 'again'],
    ['c', undefined],
    ['x', 'again'],
    ['y', undefined],
  ]);
  expect(roles.filter(([, role]) => role === 'count')).toHaveLength(4 * '\u0098P0;0;0\u009C'.length);
  const deliveries = list.rows
    .filter(({ message, role }) => message.isOwn && role !== 'count')
    .map((row) => [String.fromCodePoint(row.codePoint), deliveryOf(row, list, false)]);
  expect(deliveries).toEqual([
    ['\uFEFF', undefined],
    ['a', 'delivered'],
    ['b', 'delivered'],
    ['😀', 'onItsWay'],
    ['😀', 'onItsWay'],
    ['c', 'onItsWay'],
  ]);
});

test('D91 D82 a report of more than was written delivers nothing; text that is given up is in doubt; text ahead waits', () => {
  const counted = { carrier: 'dataChannel', isCounted: true } as const;
  const list = read(
    { ...counted, isOwn: true, characters: frame('0;0;0', 'ab') },
    { ...counted, characters: frame('0;0;9', 'x') },
    { ...counted, characters: frame('5;0;9', 'z') },
    { ...counted, isOwn: true, characters: frame('2;2;1', 'c') },
  );
  const told = list.rows
    .filter(({ role }) => role !== 'count')
    .map((row) => [String.fromCodePoint(row.codePoint), row.role, deliveryOf(row, list, false)]);
  expect(told).toEqual([
    ['a', undefined, 'inDoubt'],
    ['b', undefined, 'inDoubt'],
    ['x', undefined, undefined],
    ['z', 'ahead', undefined],
    ['c', undefined, 'onItsWay'],
  ]);
});

test('D91 the list holds the newest 10,000 characters and goes on where it was', () => {
  const messages = messagesOf([{ characters: 'a'.repeat(9_999) }]);
  const reader = createCharacterReader({ messages: () => messages });
  expect(reader.read().rows).toHaveLength(9_999);
  messages.push(...messagesOf([{ characters: 'bcd', number: 2, total: 10_002 }]));
  const { rows } = reader.read();
  expect([rows.length, rows[0]?.number, rows.at(-1)?.number]).toEqual([10_000, 3, 10_002]);
  expect(reader.read().rows.at(-1)?.number).toBe(10_002);
});

/** Characters that mean something in T.140, and a few that mean nothing. */
const unit = constantFrom(
  ...Array.from('aZ[Xm(\\;0 9é'),
  '\b',
  '\u0007',
  '\r',
  '\n',
  '\t',
  '\u001B',
  '\u0098',
  '\u009B',
  '\u009C',
  '\u2028',
  '\uFEFF',
  '\uFFFD',
  '\uD83D',
  '\uDE00',
  '😀',
  '\u0301',
  '\u0000',
);

/** What the decoder of the client reads: one word for each element. */
const elementsOf = (chunks: readonly string[]): readonly string[] => {
  let state = initialDecoder;
  return chunks.flatMap((chunk) => {
    const decoded = decode(state, chunk);
    ({ state } = decoded);
    return decoded.elements.flatMap((element) =>
      element.kind === 'text' ? Array.from(element.text) : [element.kind],
    );
  });
};

const shownAs: Readonly<Partial<Record<Role, string>>> = {
  erases: 'erase',
  newLine: 'newLine',
  alert: 'alert',
  missing: 'missing',
  space: ' ',
};

test('D91 in any stream of characters the rows say what the decoder reads, for 2,000 seeded streams', () => {
  assert(
    property(array(array(unit, { minLength: 1, maxLength: 12 }), { maxLength: 12 }), (parts) => {
      // A wire carries well-formed text.
      const chunks = parts.map((part) => part.join('').replaceAll(/\p{Cs}/gu, '\uFFFD'));
      const list = read(...chunks.map((characters) => ({ characters })));
      expect(list.rows.map(({ codePoint }) => String.fromCodePoint(codePoint)).join('')).toBe(
        chunks.join(''),
      );
      const seen = list.rows.flatMap(({ codePoint, role }) => {
        if (role === undefined) return [String.fromCodePoint(codePoint)];
        return shownAs[role] === undefined ? [] : [shownAs[role]];
      });
      expect(seen).toEqual(elementsOf(chunks));
    }),
    { seed: 91, numRuns: 2000 },
  );
});

test('D91 D82 of counted text over a wire that fails, the rows that are shown once are what was typed, for 300 seeded runs', () => {
  const { initialExactText, stepExactText } = exactTextMachine;
  assert(
    property(array(oneof(string({ minLength: 1, maxLength: 6 }), constant('cut'))), (acts) => {
      let now = 0;
      let sender = { ...initialExactText, wire: 'dataChannel' as const } as typeof initialExactText;
      let reader = sender;
      const carried: Given[] = [];
      const written: string[] = [];
      const pass = (event: Parameters<typeof stepExactText>[1]): void => {
        const step = stepExactText(sender, event, (now += 1000));
        sender = step.state;
        for (const effect of step.effects) {
          if (effect.do !== 'write') continue;
          carried.push({ characters: effect.data, isCounted: true, carrier: 'dataChannel' });
          const answer = stepExactText(reader, { type: 'received', data: effect.data }, (now += 1000));
          reader = answer.state;
          for (const each of answer.effects) if (each.do === 'receive') written.push(each.characters);
        }
      };
      acts.forEach((act, chunkId) =>
        pass(
          act === 'cut'
            ? { type: 'wireChanged', wire: 'dataChannel' }
            : { type: 'chunk', chunkId, characters: act },
        ),
      );
      const { rows } = read(...carried);
      const fresh = rows.filter(({ role }) => !['count', 'again', 'ahead'].includes(role ?? ''));
      expect(fresh.map(({ codePoint }) => String.fromCodePoint(codePoint)).join('')).toBe(written.join(''));
    }),
    { seed: 82, numRuns: 300 },
  );
});

test.each<readonly [number, string | undefined, string | undefined]>([
  [0x41, 'A', undefined],
  [0x1f600, '😀', undefined],
  [0x07, 'BEL', 'ALERT'],
  [0x08, 'BS', 'BACKSPACE'],
  [0x0d, 'CR', 'CARRIAGE RETURN'],
  [0x1b, 'ESC', 'ESCAPE'],
  [0x20, 'SP', 'SPACE'],
  [0x7f, 'DEL', 'DELETE'],
  [0x85, 'NEL', 'NEXT LINE'],
  [0x98, 'SOS', 'START OF STRING'],
  [0x9b, 'CSI', 'CONTROL SEQUENCE INTRODUCER'],
  [0x9c, 'ST', 'STRING TERMINATOR'],
  [0xa0, 'NBSP', 'NO-BREAK SPACE'],
  [0xad, 'SHY', 'SOFT HYPHEN'],
  [0x301, '◌\u0301', 'COMBINING ACUTE ACCENT'],
  [0x36f, '◌\u036F', 'COMBINING LATIN SMALL LETTER X'],
  [0x34f, undefined, 'COMBINING GRAPHEME JOINER'],
  [0x0e31, '◌\u0E31', '(combining mark)'],
  [0x20e3, '◌\u20E3', 'COMBINING ENCLOSING KEYCAP'],
  [0x200d, 'ZWJ', 'ZERO WIDTH JOINER'],
  [0x200e, 'LRM', 'LEFT-TO-RIGHT MARK'],
  [0x2028, 'LS', 'LINE SEPARATOR'],
  [0x202e, 'RLO', 'RIGHT-TO-LEFT OVERRIDE'],
  [0x2064, undefined, 'INVISIBLE PLUS'],
  [0x2069, 'PDI', 'POP DIRECTIONAL ISOLATE'],
  [0x206f, 'NODS', 'NOMINAL DIGIT SHAPES'],
  [0xfe0f, undefined, 'VARIATION SELECTOR-16'],
  [0xfeff, 'BOM', 'ZERO WIDTH NO-BREAK SPACE'],
  [0xfffd, '\uFFFD', 'REPLACEMENT CHARACTER'],
  [0xffff, undefined, '<noncharacter-FFFF>'],
  [0xd83d, undefined, '<surrogate-D83D>'],
  [0xe000, undefined, '<private-use-E000>'],
  [0x1f1e6, '\u{1F1E6}', 'REGIONAL INDICATOR SYMBOL LETTER A'],
  [0x1f3ff, '\u{1F3FF}', 'EMOJI MODIFIER FITZPATRICK TYPE-6'],
  [0xe0061, undefined, '(tag character)'],
  [0xe0100, undefined, 'VARIATION SELECTOR-17'],
])('D91 U+%i is shown as %s and called %s', (codePoint, shown, name) => {
  expect(namedCharacter(codePoint)).toMatchObject({ shown, name });
});

test('D91 no code point is shown that a reader cannot see or that changes the text around it', () => {
  const faults: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const { shown, name } = namedCharacter(codePoint);
    const isUnseen = shown !== undefined && /[\p{C}\p{Zl}\p{Zp}\p{Bidi_Control}]|^\s*$/u.test(shown);
    if (isUnseen || (shown === undefined && name === undefined)) faults.push(codePointWord(codePoint));
  }
  expect(faults).toEqual([]);
});
