/**
 * Small strings that outlive the page (`local`) or a reload of the tab (`session`); full or forbidden storage
 * is not an error.
 */
export interface KeyValueStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Removes everything. */
  clear(): void;
}
