/**
 * Names and abbreviations of characters that a reader cannot see, and names of combining marks (The Unicode Standard,
 * `UnicodeData.txt` and `NameAliases.txt`; those of control characters are from ISO 6429). Each list begins at a code
 * point; an entry is an abbreviation, or "-", and a name.
 */
const LISTS: readonly (readonly [number, string])[] = [
  [
    0x00,
    'NUL NULL|SOH START OF HEADING|STX START OF TEXT|ETX END OF TEXT|EOT END OF TRANSMISSION|ENQ ENQUIRY|' +
      'ACK ACKNOWLEDGE|BEL ALERT|BS BACKSPACE|HT CHARACTER TABULATION|LF LINE FEED|VT LINE TABULATION|' +
      'FF FORM FEED|CR CARRIAGE RETURN|SO SHIFT OUT|SI SHIFT IN|DLE DATA LINK ESCAPE|' +
      'DC1 DEVICE CONTROL ONE|DC2 DEVICE CONTROL TWO|DC3 DEVICE CONTROL THREE|DC4 DEVICE CONTROL FOUR|' +
      'NAK NEGATIVE ACKNOWLEDGE|SYN SYNCHRONOUS IDLE|ETB END OF TRANSMISSION BLOCK|CAN CANCEL|' +
      'EM END OF MEDIUM|SUB SUBSTITUTE|ESC ESCAPE|FS INFORMATION SEPARATOR FOUR|' +
      'GS INFORMATION SEPARATOR THREE|RS INFORMATION SEPARATOR TWO|US INFORMATION SEPARATOR ONE|SP SPACE',
  ],
  [
    0x7f,
    'DEL DELETE|PAD PADDING CHARACTER|HOP HIGH OCTET PRESET|BPH BREAK PERMITTED HERE|NBH NO BREAK HERE|' +
      'IND INDEX|NEL NEXT LINE|SSA START OF SELECTED AREA|ESA END OF SELECTED AREA|' +
      'HTS CHARACTER TABULATION SET|HTJ CHARACTER TABULATION WITH JUSTIFICATION|VTS LINE TABULATION SET|' +
      'PLD PARTIAL LINE FORWARD|PLU PARTIAL LINE BACKWARD|RI REVERSE LINE FEED|SS2 SINGLE SHIFT TWO|' +
      'SS3 SINGLE SHIFT THREE|DCS DEVICE CONTROL STRING|PU1 PRIVATE USE ONE|PU2 PRIVATE USE TWO|' +
      'STS SET TRANSMIT STATE|CCH CANCEL CHARACTER|MW MESSAGE WAITING|SPA START OF GUARDED AREA|' +
      'EPA END OF GUARDED AREA|SOS START OF STRING|SGC SINGLE GRAPHIC CHARACTER INTRODUCER|' +
      'SCI SINGLE CHARACTER INTRODUCER|CSI CONTROL SEQUENCE INTRODUCER|ST STRING TERMINATOR|' +
      'OSC OPERATING SYSTEM COMMAND|PM PRIVACY MESSAGE|APC APPLICATION PROGRAM COMMAND|NBSP NO-BREAK SPACE',
  ],
  [0xad, 'SHY SOFT HYPHEN'],
  [0x61c, 'ALM ARABIC LETTER MARK'],
  [0x115f, '- HANGUL CHOSEONG FILLER|- HANGUL JUNGSEONG FILLER'],
  [0x1680, '- OGHAM SPACE MARK'],
  [0x180e, 'MVS MONGOLIAN VOWEL SEPARATOR'],
  [
    0x2000,
    '- EN QUAD|- EM QUAD|- EN SPACE|- EM SPACE|- THREE-PER-EM SPACE|- FOUR-PER-EM SPACE|' +
      '- SIX-PER-EM SPACE|- FIGURE SPACE|- PUNCTUATION SPACE|- THIN SPACE|- HAIR SPACE|' +
      'ZWSP ZERO WIDTH SPACE|ZWNJ ZERO WIDTH NON-JOINER|ZWJ ZERO WIDTH JOINER|LRM LEFT-TO-RIGHT MARK|' +
      'RLM RIGHT-TO-LEFT MARK',
  ],
  [
    0x2028,
    'LS LINE SEPARATOR|PS PARAGRAPH SEPARATOR|LRE LEFT-TO-RIGHT EMBEDDING|RLE RIGHT-TO-LEFT EMBEDDING|' +
      'PDF POP DIRECTIONAL FORMATTING|LRO LEFT-TO-RIGHT OVERRIDE|RLO RIGHT-TO-LEFT OVERRIDE|' +
      'NNBSP NARROW NO-BREAK SPACE',
  ],
  [
    0x205f,
    'MMSP MEDIUM MATHEMATICAL SPACE|WJ WORD JOINER|- FUNCTION APPLICATION|- INVISIBLE TIMES|' +
      '- INVISIBLE SEPARATOR|- INVISIBLE PLUS',
  ],
  [
    0x2066,
    'LRI LEFT-TO-RIGHT ISOLATE|RLI RIGHT-TO-LEFT ISOLATE|FSI FIRST STRONG ISOLATE|' +
      'PDI POP DIRECTIONAL ISOLATE|ISS INHIBIT SYMMETRIC SWAPPING|ASS ACTIVATE SYMMETRIC SWAPPING|' +
      'IAFS INHIBIT ARABIC FORM SHAPING|AAFS ACTIVATE ARABIC FORM SHAPING|NADS NATIONAL DIGIT SHAPES|' +
      'NODS NOMINAL DIGIT SHAPES',
  ],
  [0x2800, '- BRAILLE PATTERN BLANK'],
  [0x3000, '- IDEOGRAPHIC SPACE'],
  [0x3164, '- HANGUL FILLER'],
  [0xfeff, 'BOM ZERO WIDTH NO-BREAK SPACE'],
  [0xffa0, '- HALFWIDTH HANGUL FILLER'],
  [
    0xfff9,
    '- INTERLINEAR ANNOTATION ANCHOR|- INTERLINEAR ANNOTATION SEPARATOR|- INTERLINEAR ANNOTATION TERMINATOR',
  ],
];

/** Names of U+0300 to U+036F, without "COMBINING" in front. */
const MARKS = (
  'GRAVE ACCENT|ACUTE ACCENT|CIRCUMFLEX ACCENT|TILDE|MACRON|OVERLINE|BREVE|DOT ABOVE|DIAERESIS|' +
  'HOOK ABOVE|RING ABOVE|DOUBLE ACUTE ACCENT|CARON|VERTICAL LINE ABOVE|DOUBLE VERTICAL LINE ABOVE|' +
  'DOUBLE GRAVE ACCENT|CANDRABINDU|INVERTED BREVE|TURNED COMMA ABOVE|COMMA ABOVE|REVERSED COMMA ABOVE|' +
  'COMMA ABOVE RIGHT|GRAVE ACCENT BELOW|ACUTE ACCENT BELOW|LEFT TACK BELOW|RIGHT TACK BELOW|' +
  'LEFT ANGLE ABOVE|HORN|LEFT HALF RING BELOW|UP TACK BELOW|DOWN TACK BELOW|PLUS SIGN BELOW|' +
  'MINUS SIGN BELOW|PALATALIZED HOOK BELOW|RETROFLEX HOOK BELOW|DOT BELOW|DIAERESIS BELOW|RING BELOW|' +
  'COMMA BELOW|CEDILLA|OGONEK|VERTICAL LINE BELOW|BRIDGE BELOW|INVERTED DOUBLE ARCH BELOW|CARON BELOW|' +
  'CIRCUMFLEX ACCENT BELOW|BREVE BELOW|INVERTED BREVE BELOW|TILDE BELOW|MACRON BELOW|LOW LINE|' +
  'DOUBLE LOW LINE|TILDE OVERLAY|SHORT STROKE OVERLAY|LONG STROKE OVERLAY|SHORT SOLIDUS OVERLAY|' +
  'LONG SOLIDUS OVERLAY|RIGHT HALF RING BELOW|INVERTED BRIDGE BELOW|SQUARE BELOW|SEAGULL BELOW|X ABOVE|' +
  'VERTICAL TILDE|DOUBLE OVERLINE|GRAVE TONE MARK|ACUTE TONE MARK|GREEK PERISPOMENI|GREEK KORONIS|' +
  'GREEK DIALYTIKA TONOS|GREEK YPOGEGRAMMENI|BRIDGE ABOVE|EQUALS SIGN BELOW|DOUBLE VERTICAL LINE BELOW|' +
  'LEFT ANGLE BELOW|NOT TILDE ABOVE|HOMOTHETIC ABOVE|ALMOST EQUAL TO ABOVE|LEFT RIGHT ARROW BELOW|' +
  'UPWARDS ARROW BELOW|GRAPHEME JOINER|RIGHT ARROWHEAD ABOVE|LEFT HALF RING ABOVE|FERMATA|X BELOW|' +
  'LEFT ARROWHEAD BELOW|RIGHT ARROWHEAD BELOW|RIGHT ARROWHEAD AND UP ARROWHEAD BELOW|' +
  'RIGHT HALF RING ABOVE|DOT ABOVE RIGHT|ASTERISK BELOW|DOUBLE RING BELOW|ZIGZAG ABOVE|' +
  'DOUBLE BREVE BELOW|DOUBLE BREVE|DOUBLE MACRON|DOUBLE MACRON BELOW|DOUBLE TILDE|' +
  'DOUBLE INVERTED BREVE|DOUBLE RIGHTWARDS ARROW BELOW|LATIN SMALL LETTER A|LATIN SMALL LETTER E|' +
  'LATIN SMALL LETTER I|LATIN SMALL LETTER O|LATIN SMALL LETTER U|LATIN SMALL LETTER C|' +
  'LATIN SMALL LETTER D|LATIN SMALL LETTER H|LATIN SMALL LETTER M|LATIN SMALL LETTER R|' +
  'LATIN SMALL LETTER T|LATIN SMALL LETTER V|LATIN SMALL LETTER X'
).split('|');

const named = new Map<number, { readonly short: string | undefined; readonly name: string }>(
  LISTS.flatMap(([start, list]) =>
    list.split('|').map((entry, index) => {
      const space = entry.indexOf(' ');
      const short = entry.slice(0, space);
      return [start + index, { short: short === '-' ? undefined : short, name: entry.slice(space + 1) }];
    }),
  ),
);

/** A code point in hexadecimal digits, four or more. */
const digitsOf = (codePoint: number): string => codePoint.toString(16).toUpperCase().padStart(4, '0');

/** Code points that have a name by their place in a block, or a label (The Unicode Standard §4.8). */
function nameByPlace(codePoint: number): string | undefined {
  const isIn = (from: number, to: number): boolean => codePoint >= from && codePoint <= to;
  if (isIn(0x300, 0x36f)) return `COMBINING ${MARKS[codePoint - 0x300]}`;
  if (codePoint === 0x20e3) return 'COMBINING ENCLOSING KEYCAP';
  if (isIn(0xfe00, 0xfe0f)) return `VARIATION SELECTOR-${codePoint - 0xfe00 + 1}`;
  if (isIn(0xe0100, 0xe01ef)) return `VARIATION SELECTOR-${codePoint - 0xe0100 + 17}`;
  if (codePoint === 0xfffd) return 'REPLACEMENT CHARACTER';
  if (isIn(0x1f1e6, 0x1f1ff))
    return `REGIONAL INDICATOR SYMBOL LETTER ${String.fromCharCode(0x41 + codePoint - 0x1f1e6)}`;
  if (isIn(0x1f3fb, 0x1f3ff))
    return `EMOJI MODIFIER FITZPATRICK TYPE-${['1-2', '3', '4', '5', '6'][codePoint - 0x1f3fb]}`;
  if (isIn(0xd800, 0xdfff)) return `<surrogate-${digitsOf(codePoint)}>`;
  if (isIn(0xfdd0, 0xfdef) || (codePoint & 0xfffe) === 0xfffe) return `<noncharacter-${digitsOf(codePoint)}>`;
  return undefined;
}

/** A word for code points whose name is in no list here; in brackets, because it is not a name. */
function groupOf(codePoint: number, character: string): string | undefined {
  if (/\p{Co}/u.test(character)) return `<private-use-${digitsOf(codePoint)}>`;
  if (codePoint >= 0xe0000 && codePoint <= 0xe007f) return '(tag character)';
  if (/\p{Cf}|\p{Default_Ignorable_Code_Point}/u.test(character)) return '(format character)';
  if (/\p{Cn}/u.test(character)) return '(unknown to this browser)';
  return /\p{M}/u.test(character) ? '(combining mark)' : undefined;
}

/** A code point as "U+0041". */
export const codePointWord = (codePoint: number): string => `U+${digitsOf(codePoint)}`;

export type NamedCharacter = {
  /**
   * What may be shown in the place of the character: itself, a combining mark on a dotted circle, or an abbreviation;
   * undefined = nothing but its name. It never changes the text around it.
   */
  readonly shown: string | undefined;
  /** `shown` is an abbreviation. */
  readonly isShort: boolean;
  /** The Unicode name of a character that cannot be seen or recognised; undefined = the character says it all. */
  readonly name: string | undefined;
};

/** How a character is shown to a reader who must recognise each one. */
export function namedCharacter(codePoint: number): NamedCharacter {
  const listed = named.get(codePoint);
  if (listed !== undefined) return { shown: listed.short, isShort: true, name: listed.name };
  const character = String.fromCodePoint(codePoint);
  const name = nameByPlace(codePoint) ?? groupOf(codePoint, character);
  // What cannot be seen, and what draws over its surroundings or changes them, is not written to the page.
  if (/\p{C}|\p{Z}|\p{Default_Ignorable_Code_Point}/u.test(character))
    return { shown: undefined, isShort: false, name };
  const isMark = /\p{M}/u.test(character);
  return { shown: isMark ? `\u25CC${character}` : character, isShort: false, name };
}
