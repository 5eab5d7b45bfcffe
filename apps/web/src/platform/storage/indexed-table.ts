const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

/** A table of the browser's IndexedDB; every access opens and closes the database. */
export type IndexedTable = {
  /** Calls `run` in one transaction, and resolves to the result of the request that it returns. */
  readonly access: <T>(mode: IDBTransactionMode, use: (rows: IDBObjectStore) => IDBRequest<T>) => Promise<T>;
};

/** The table `table` of `database`, created when it is first used. Every access may reject. */
export function createIndexedTable(
  browser: Pick<typeof globalThis, 'indexedDB'>,
  database: string,
  table: string,
): IndexedTable {
  async function open(): Promise<IDBDatabase> {
    const { indexedDB } = browser;
    const request = indexedDB.open(database, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table));
    return settled(request);
  }
  return {
    async access(mode, run) {
      const opened = await open();
      try {
        return await settled(run(opened.transaction(table, mode).objectStore(table)));
      } finally {
        opened.close();
      }
    },
  };
}
