/** Small strings that outlive the page (`local`) or the tab (`session`); a full or forbidden storage is no error. */
export interface KeyValueStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Removes everything. */
  clear(): void;
}
