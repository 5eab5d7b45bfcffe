/**
 * Short strings in the browser's storage: local storage outlives the page, session storage a reload of the
 * tab. When storage is full or forbidden, `set` stores nothing and reports no error.
 */
export interface KeyValueStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Removes everything. */
  clear(): void;
}
