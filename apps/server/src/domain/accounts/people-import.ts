import type { DirectoryGroup, Service } from '@samtal/api-contract';
import { isListedAddress, parseCsv } from '@samtal/api-contract';
import type { ListedBusiness } from '../people/directory.ts';
import { rowProblem } from './row-problem.ts';

/**
 * What an operator's table contains, or the problems in it; rows are numbered from 1 after the heading row.
 */
export type ImportResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[] };

type Row = { readonly number: number; readonly cell: (column: string) => string };

/**
 * The rows after the heading row; `cell` finds a column by its heading, which may be in upper or lower case.
 */
function readTable(csv: string, needed: readonly string[]): ImportResult<readonly Row[]> {
  const [headings = [], ...rows] = parseCsv(csv);
  // Of two columns with the same heading the first one counts.
  const columns = new Map(
    headings.map((heading, index) => [heading.trim().toLowerCase(), index] as const).toReversed(),
  );
  const missing = needed.filter((column) => !columns.has(column));
  if (missing.length > 0)
    return { ok: false, problems: missing.map((column) => `There is no column "${column}".`) };
  const problems = rows.flatMap((row, index) => {
    const problem = rowProblem(headings, row);
    return problem === undefined ? [] : [`Row ${index + 1}: ${problem}`];
  });
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: rows.map((cells, index) => ({
      number: index + 1,
      cell: (column) => cells[columns.get(column) ?? -1]?.trim() ?? '',
    })),
  };
}

/** The columns that a table of services, or a business directory, may have. */
export const SERVICE_COLUMNS = ['name', 'sipaddress', 'image'] as const;
export const DIRECTORY_COLUMNS = [
  'name',
  'phone',
  'type',
  'category',
  'image',
  'featured',
  'group',
  'organisation',
] as const;

/** The headings of a table that are not in `columns`: their values are not read. */
export function unknownColumns(csv: string, columns: readonly string[]): string[] {
  const [headings = []] = parseCsv(csv);
  return headings.filter((heading) => !['', ...columns].includes(heading.trim().toLowerCase()));
}

const problemsOf = (rows: readonly Row[], needed: string): string[] =>
  rows.filter((row) => row.cell(needed) === '').map(({ number }) => `Row ${number}: "${needed}" is empty.`);

const YES = ['true', 'yes', '1', 'x'];
const NO = ['', 'false', 'no', '0'];
const isYes = (value: string): boolean => YES.includes(value.toLowerCase());

/** A number or address without scheme. */
const addressIn = (value: string): string => value.replace(/^sips?:/i, '');

/** The rows whose cell in a column is not empty and cannot be called. */
const addressProblems = (rows: readonly Row[], column: string): string[] =>
  rows
    .filter(({ cell }) => cell(column) !== '' && !isListedAddress(addressIn(cell(column))))
    .map(({ number }) => `Row ${number}: "${column}" is not allowed: it cannot be called.`);

const switchProblems = (rows: readonly Row[], column: string): string[] =>
  rows
    .filter(({ cell }) => ![...YES, ...NO].includes(cell(column).toLowerCase()))
    .map(({ number }) => `Row ${number}: "${column}" must be yes or no.`);

/** Services from the columns `name`, `sipaddress` and, if present, `image`. */
export function importServices(csv: string): ImportResult<readonly Omit<Service, 'id'>[]> {
  const table = readTable(csv, ['name', 'sipaddress']);
  if (!table.ok) return table;
  const problems = [
    ...problemsOf(table.value, 'name'),
    ...problemsOf(table.value, 'sipaddress'),
    ...addressProblems(table.value, 'sipaddress'),
  ];
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: table.value.map(({ cell }) => ({
      fname: cell('name'),
      imageUrl: cell('image'),
      sipaddress: addressIn(cell('sipaddress')),
    })),
  };
}

export type ImportedDirectory = {
  readonly entries: readonly (ListedBusiness & { readonly organisationId: number | undefined })[];
  readonly types: readonly DirectoryGroup[];
  readonly categories: readonly DirectoryGroup[];
};

/** The groups named in a column, in the order in which they first appear, and the id of each by its name. */
function groupsIn(rows: readonly Row[], column: string) {
  const names = new Set(rows.map(({ cell }) => cell(column)).filter((name) => name !== ''));
  const groups = [...names].map((name, index) => ({ id: String(index + 1), name }));
  return { groups, ids: new Map(groups.map(({ id, name }) => [name, id])) };
}

/**
 * A business directory from the column `name` and, if present, `phone`, `image`, `type`, `category`,
 * `featured`, `group` (yes = shown as the heading of a group) and `organisation` (an id; empty = visible to
 * all).
 */
export function importDirectory(csv: string): ImportResult<ImportedDirectory> {
  const table = readTable(csv, ['name']);
  if (!table.ok) return table;
  const rows = table.value;
  const problems = [
    ...problemsOf(rows, 'name'),
    ...rows
      .filter(({ cell }) => !/^\d{0,9}$/.test(cell('organisation')))
      .map(({ number }) => `Row ${number}: "organisation" is not a number.`),
    ...addressProblems(rows, 'phone'),
    ...switchProblems(rows, 'featured'),
    ...switchProblems(rows, 'group'),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const types = groupsIn(rows, 'type');
  const categories = groupsIn(rows, 'category');
  const entries = rows.map(({ number, cell }) => ({
    id: String(number),
    name: cell('name'),
    image: cell('image'),
    phone: addressIn(cell('phone')),
    isFeatured: isYes(cell('featured')),
    hasChildren: isYes(cell('group')),
    typeId: types.ids.get(cell('type')),
    categoryId: categories.ids.get(cell('category')),
    organisationId: cell('organisation') === '' ? undefined : Number(cell('organisation')),
  }));
  return { ok: true, value: { entries, types: types.groups, categories: categories.groups } };
}
