/** The line syntax of vCard (RFC 6350 §3): folding, escaping, properties. */

/** Longest line in octets of UTF-8, without the line end (RFC 6350 §3.2). */
const LINE_OCTETS = 75;

export type VcardProperty = {
  /** In upper case, without a group. */
  readonly name: string;
  /** As in the file, with escapes. */
  readonly value: string;
};

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Folds one content line into lines of at most 75 octets, never within a character. */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const more = octetsOf(character);
    if (octets + more > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += more;
  }
  return `${folded}\r\n`;
}

/** Escapes a value (RFC 6350 §3.4). */
export const escapeText = (text: string): string =>
  text.replaceAll(/[\\,;]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|\r|\n/g, '\\n');

export const unescapeText = (text: string): string =>
  text.replaceAll(/\\([^])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));

/** The components of a structured value such as N or ADR, unescaped. */
export const componentsOf = (value: string): string[] =>
  [...`${value};`.matchAll(/((?:[^\\;]|\\[^])*)(?:;|\\$)/g)].map(([, component = '']) =>
    unescapeText(component),
  );

/** The properties of a file, line by line; other lines are ignored. */
export function readProperties(text: string): VcardProperty[] {
  const unfolded = text.replace(/^\uFEFF/, '').replaceAll(/(?:\r\n|\r|\n)[ \t]/g, '');
  return unfolded.split(/\r\n|\r|\n/).flatMap((line) => {
    const match = /^(?:[\w-]+\.)?([\w-]+)(?:;(?:"[^"]*"|[^":])*)?:(.*)$/s.exec(line);
    return match === null ? [] : [{ name: (match[1] ?? '').toUpperCase(), value: match[2] ?? '' }];
  });
}
