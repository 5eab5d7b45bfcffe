import { DIRECTORY_COLUMNS, SERVICE_COLUMNS } from '../domain/accounts/people-import.ts';
import type { EntryRow, ServiceRow } from '../storage/console/listings.ts';
import { lineOf } from './people-table.ts';

const yes = (is: boolean): string => (is ? 'yes' : '');

export const directoryHeadings = (): string => lineOf(DIRECTORY_COLUMNS);
export const serviceHeadings = (): string => lineOf(SERVICE_COLUMNS);

/** An entry of the directory as a line of the table that `import-directory` reads. */
export function directoryLine(row: EntryRow): string {
  const cells = {
    name: row.name,
    phone: row.phone,
    type: row.type,
    category: row.category,
    image: row.image,
    featured: yes(row.isFeatured),
    group: yes(row.isHeading),
    organisation: row.organisationId === undefined ? '' : String(row.organisationId),
  };
  return lineOf(DIRECTORY_COLUMNS.map((column) => cells[column]));
}

/** A service as a line of the table that `import-services` reads. */
export const serviceLine = ({ name, address, image }: ServiceRow): string => lineOf([name, address, image]);
