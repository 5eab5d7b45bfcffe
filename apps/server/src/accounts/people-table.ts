import { FIELD_NAMES, FIELDS, type FieldName, languageOf, writeCsv } from '@samtal/api-contract';
import type { Account } from '../domain/accounts/account.ts';
import { propertySetOf } from '../domain/accounts/account.ts';

/** Matches a cell that a spreadsheet takes for a formula, but not a telephone number such as "+46 8 123". */
export const FORMULA = /^(?!\+?[\d\s().-]+$)'*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20\t\r]/;

const EXPORTED: readonly FieldName[] = FIELD_NAMES.filter((name) => name !== 'password');

/** One line of a table (CSV), without its end; no cell is a formula of a spreadsheet. */
export const lineOf = (cells: readonly string[]): string => writeCsv([cells], FORMULA).trimEnd();

/** The first line of an exported table of people; it has no passwords. */
export const headingLine = (): string => lineOf([...EXPORTED, 'language', 'status']);

/** The line of a person in an exported table. */
export function personLine(account: Account): string {
  const properties = propertySetOf(account);
  const cells = EXPORTED.map(
    (name) => properties.find(({ key }) => key === FIELDS[name].property)?.value ?? '',
  );
  return lineOf([...cells, account.language ? languageOf(account.language) : '', account.status]);
}

/** The names of the columns of a table to import; a sentence if they cannot be used. */
export function readHeadings(
  headings: readonly string[],
):
  | { readonly ok: true; readonly names: readonly string[] }
  | { readonly ok: false; readonly problem: string } {
  const names = headings.map((heading) => heading.trim().toLowerCase());
  const refuse = (problem: string) => ({ ok: false as const, problem });
  if (!names.includes('username'))
    return refuse('The first line must name the columns, and one of them must be "username".');
  const known = [...FIELD_NAMES, 'language', 'status'];
  const unknown = names.find((name) => !known.some((each) => each === name));
  if (unknown !== undefined)
    return refuse(
      `The column "${unknown}" is not known, so nothing was imported. Columns are: ${known.join(', ')}.`,
    );
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return repeated === undefined
    ? { ok: true, names }
    : refuse(`There is more than one column "${repeated}".`);
}

/** The values of a row, keyed by the names of the columns. */
export const valuesOfRow = (
  names: readonly string[],
  row: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name, column) => [name, row[column]?.trim() ?? '']));
