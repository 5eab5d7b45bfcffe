/** Writes the lines of vCard 4.0 (RFC 6350 §3). */

/** Longest line in octets of UTF-8, without the line end (RFC 6350 §3.2). */
const LINE_OCTETS = 75;

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Folds one content line into lines of at most 75 octets, without splitting a character. */
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
