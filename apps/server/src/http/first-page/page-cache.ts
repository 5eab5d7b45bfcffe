import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { ContentCoding } from './content-coding.ts';

/** A page in each coding in which it is sent. */
export type CachedPage = {
  readonly etag: string;
  readonly body: Readonly<Record<ContentCoding, Buffer>>;
};

export type PageCache = {
  /** The page of this key; it is made when it is first asked for, and undefined if there is none. */
  readonly get: (key: string) => Promise<CachedPage | undefined>;
};

async function compress(page: string): Promise<CachedPage> {
  const identity = Buffer.from(page);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { etag: `W/"${hash}"`, body: { br, gzip: zipped, identity } };
}

/**
 * Keeps the pages that `make` makes, at most `most` of them: the one that was made first goes first. A failure
 * is not kept.
 */
export function createPageCache(make: (key: string) => Promise<string | undefined>, most: number): PageCache {
  const pages = new Map<string, Promise<CachedPage | undefined>>();
  const add = (key: string): Promise<CachedPage | undefined> => {
    const page = make(key).then((made) => (made === undefined ? undefined : compress(made)));
    pages.set(key, page);
    const [oldest] = pages.keys();
    if (pages.size > most && oldest !== undefined) pages.delete(oldest);
    page.catch(() => pages.delete(key));
    return page;
  };
  return { get: (key) => pages.get(key) ?? add(key) };
}
