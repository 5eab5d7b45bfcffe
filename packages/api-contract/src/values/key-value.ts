import * as z from 'zod/mini';

export const keyValueSchema = z.object({ key: z.string(), value: z.string() });

/** One entry of a property set, capability list or settings list. */
export type KeyValue = z.infer<typeof keyValueSchema>;

/** A key/value list as the Samtal server sends it. */
export const keyValuesSchema = z.array(keyValueSchema);

/**
 * A key/value list as the client accepts it: some servers send a single object instead of a list with one
 * entry.
 */
export const keyValueListSchema = z.union([
  keyValuesSchema,
  z.pipe(
    keyValueSchema,
    z.transform((one: KeyValue) => [one]),
  ),
]);

/** The value of `key` in the list; if there are several, the last, as in every merge of settings. */
export function valueOf(list: readonly KeyValue[], key: string): string | undefined {
  return list.findLast((entry) => entry.key === key)?.value;
}
