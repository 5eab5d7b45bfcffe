import { isListedImage, isListedName, parseCsv } from '@samtal/api-contract';
import { type ImportedDirectory, type ImportResult, importDirectory } from '../accounts/people-import.ts';

/** Problems that are said at a time: a table with the wrong columns has one in every row. */
const MOST_PROBLEMS = 20;

/**
 * The directory of a table (CSV) that comes by the console: as the operator's tool reads it, with the limits of the
 * entries that the console adds one by one.
 */
export function readDirectoryTable(table: string, mostRows: number): ImportResult<ImportedDirectory> {
  if (parseCsv(table, mostRows) === undefined)
    return { ok: false, problems: [`The table has more than ${mostRows} rows.`] };
  const read = importDirectory(table);
  if (!read.ok) return { ok: false, problems: read.problems.slice(0, MOST_PROBLEMS) };
  const { entries, types, categories } = read.value;
  const problems = [
    ...entries.flatMap(({ id, name, image }) => {
      const wrong = [...(isListedName(name) ? [] : ['name']), ...(isListedImage(image) ? [] : ['image'])];
      return wrong.map((column) => `Row ${id}: "${column}" is not allowed.`);
    }),
    ...[...types, ...categories]
      .filter(({ name }) => !isListedName(name))
      .map(({ name }) => `The type or category "${name.slice(0, 40)}" is not allowed.`),
  ];
  return problems.length === 0 ? read : { ok: false, problems: problems.slice(0, MOST_PROBLEMS) };
}
