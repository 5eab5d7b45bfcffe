/**
 * Tables as comma-separated values (RFC 4180, UTF-8). The writer puts an apostrophe before a cell that a
 * spreadsheet would run as a formula; the reader removes it.
 */

const LOOKS_LIKE_FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;
const DELIMITERS = [',', ';', '\t'] as const;

function writeCell(value: string): string {
  const safe = LOOKS_LIKE_FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows of cells as text with CRLF line ends. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');

/** The most frequent delimiter of the first line outside quotes; spreadsheets of many countries use ";". */
function delimiterOf(text: string): string {
  const firstLine = /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const count = (delimiter: string): number => firstLine.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best), ',');
}

const readCell = (raw: string): string => (GUARDED.test(raw) ? raw.slice(1) : raw);

/**
 * The rows of a file with commas, semicolons or tabs as delimiter. It never throws: an unclosed quote runs to
 * the end of the file. Empty lines are ignored.
 */
export function parseCsv(file: string): string[][] {
  const text = file.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(text);
  const ordinary = delimiter === '\t' ? /[^\t\r\n]*/y : new RegExp(`[^${delimiter}\r\n]*`, 'y');
  const quoted = /"((?:[^"]|"")*)(?:"|$)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    at = match === null ? at : pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    const inQuotes = take(quoted);
    const rest = take(ordinary)?.[0] ?? '';
    row.push(readCell((inQuotes?.[1]?.replaceAll('""', '"') ?? '') + rest));
    const end = text[at];
    at += end === '\r' && text[at + 1] === '\n' ? 2 : 1;
    if (end === delimiter && at < text.length) continue;
    if (end === delimiter) row.push('');
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
  }
  return rows;
}
