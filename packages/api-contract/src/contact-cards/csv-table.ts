// oxlint-disable-next-line typescript/triple-slash-reference -- a declared module cannot be imported by path.
/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse';
import { hasMore } from './has-more.ts';

/**
 * Tables as comma-separated values (RFC 4180, UTF-8). The writer puts an apostrophe before a cell that a
 * spreadsheet would run as a formula; the reader removes it. The same is done inside a cell: a spreadsheet
 * that takes another delimiter, as in many countries, begins a cell there, because it does not see quotes in
 * the middle of its cell.
 */

/** Spreadsheets of East Asia take a sign of full width for the narrow one. */
const LOOKS_LIKE_FORMULA = /^'*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20\t\r]/;
const GUARDED = /^'+[=+\-@\uFF0B\uFF0D\uFF1D\uFF20\t\r]/;
/** Where another delimiter or a line break would begin a cell that is a formula, with and without the apostrophe. */
const FORMULA_INSIDE = /([;\t\r\n])(?=["' ]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;
const GUARDED_INSIDE = /([;\t\r\n])'(?=["' ]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;
const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Whether a cell is quoted although RFC 4180 does not require it: other programs guess the delimiter, and
 * remove spaces at the ends of unquoted cells.
 */
const needsQuotes = (cell: string): boolean => /[;\t]|^\s|\s$/.test(cell);

/**
 * Rows of cells as text with CRLF line ends.
 * @param escapeFormulae a cell that matches gets an apostrophe, so that no spreadsheet runs it as a formula
 */
export function writeCsv(
  rows: readonly (readonly string[])[],
  escapeFormulae: RegExp = LOOKS_LIKE_FORMULA,
): string {
  if (rows.length === 0) return '';
  const guarded = rows.map((row) => row.map((cell) => cell.replaceAll(FORMULA_INSIDE, "$1'")));
  return `${Papa.unparse(guarded, { quotes: needsQuotes, escapeFormulae })}\r\n`;
}

/**
 * The text with `\n` as the only line end outside quotes: a file may mix line ends, but Papa Parse expects
 * one kind.
 */
const withOneLineEnd = (text: string): string =>
  text.replaceAll(/"[^"]*"?|\r\n?/g, (part) => (part.startsWith('"') ? part : '\n'));

/**
 * The delimiter that occurs most often outside quotes in the first row; spreadsheets of many countries use
 * ";".
 */
function delimiterOf(text: string): string {
  const [headings = ''] = text.replaceAll(/"[^"]*"?/g, '').split('\n', 1);
  const count = (delimiter: string): number => headings.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best), ',');
}

/**
 * Whether quotes begin and end where cells do (RFC 4180 §2); two quotes inside a quoted cell stand for one
 * quote.
 */
function hasSoundQuotes(text: string, delimiter: string): boolean {
  const borders: readonly unknown[] = [delimiter, '\n', '"', undefined];
  for (const { 0: part, 1: closing, index } of text.matchAll(/"[^"]*("?)/g)) {
    const isSound = closing !== '' && borders.includes(text[index - 1]);
    if (!isSound || !borders.includes(text[index + part.length])) return false;
  }
  return true;
}

const readRows = (text: string, delimiter: string): string[][] =>
  Papa.parse(text, { delimiter, newline: '\n' }).data;

/** Reads one line; if its quotes are not sound, they are ordinary characters. */
const readLine = (line: string, delimiter: string): string[][] =>
  hasSoundQuotes(line, delimiter) ? readRows(line, delimiter) : [line.split(delimiter)];

const readCell = (raw: string): string =>
  (GUARDED.test(raw) ? raw.slice(1) : raw).replaceAll(GUARDED_INSIDE, '$1');

/**
 * The rows of a file with commas, semicolons or tabs as delimiter; it never throws. If a quote is not closed,
 * or is inside an unquoted cell, each line of the file is one row. Empty lines are ignored.
 * @param mostRows a file with more rows below its headings gives undefined, before they are parsed
 */
export function parseCsv(file: string): string[][];
export function parseCsv(file: string, mostRows: number): string[][] | undefined;
export function parseCsv(file: string, mostRows = Number.POSITIVE_INFINITY): string[][] | undefined {
  // A file of `mostRows` rows and the heading row has this many line ends, or one fewer if the last row has
  // none.
  const mostLineEnds = mostRows + 1;
  if (hasMore(file, /"[^"]*"?|[\r\n]+/g, mostLineEnds)) return undefined;
  const text = withOneLineEnd(file.replace(/^\uFEFF/, ''));
  const delimiter = delimiterOf(text);
  const isSound = hasSoundQuotes(text, delimiter);
  if (!isSound && hasMore(text, /[\r\n]+/g, mostLineEnds)) return undefined;
  const rows = isSound
    ? readRows(text, delimiter)
    : text.split(/\r\n?|\n/).flatMap((line) => readLine(line, delimiter));
  return rows.filter((row) => row.some((cell) => cell !== '')).map((row) => row.map(readCell));
}
