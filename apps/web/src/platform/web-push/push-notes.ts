import type { Notes, PushNotes } from '../../client/ports/push-notes.ts';
import { createIndexedTable } from '../storage/indexed-table.ts';

/** The notes in this browser's IndexedDB, which the pages and the service worker of one origin share. */
export function createPushNotes(browser: Pick<typeof globalThis, 'indexedDB'>): PushNotes {
  const table = createIndexedTable(browser, 'samtal-push', 'notes');
  return {
    async read<Name extends keyof Notes>(name: Name): Promise<Notes[Name] | undefined> {
      return table
        .access<Notes[Name] | undefined>('readonly', (rows) => rows.get(name))
        .catch(() => undefined);
    },
    async keep(name, note) {
      await table.access('readwrite', (rows) => rows.put(note, name)).catch(() => undefined);
    },
    async take<Name extends keyof Notes>(
      name: Name,
      isWanted: (note: Notes[Name]) => boolean,
    ): Promise<Notes[Name] | undefined> {
      let taken: Notes[Name] | undefined;
      const take = (rows: IDBObjectStore): IDBRequest<Notes[Name] | undefined> => {
        const found: IDBRequest<Notes[Name] | undefined> = rows.get(name);
        found.addEventListener('success', () => {
          if (found.result === undefined || !isWanted(found.result)) return;
          taken = found.result;
          // In the same transaction, which no other page can enter.
          rows.delete(name);
        });
        return found;
      };
      await table.access('readwrite', take).catch(() => undefined);
      return taken;
    },
  };
}
