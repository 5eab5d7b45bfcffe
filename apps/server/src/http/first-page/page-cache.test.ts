import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

test('a page is made once, in each coding, also for requests that come together', async () => {
  const made: string[] = [];
  const cache = createPageCache(async (key) => {
    made.push(key);
    return `<p>${key} å</p>`;
  }, 2);
  const [one, other] = await Promise.all([cache.get('sv'), cache.get('sv')]);
  expect(made).toEqual(['sv']);
  expect(one).toBe(other);
  expect(one?.body.identity.toString()).toBe('<p>sv å</p>');
  expect(brotliDecompressSync(one?.body.br ?? '').toString()).toBe('<p>sv å</p>');
  expect(gunzipSync(one?.body.gzip ?? '').toString()).toBe('<p>sv å</p>');
});

test('the cache has a limit, and pages with other content have other tags', async () => {
  const made: string[] = [];
  const cache = createPageCache(async (key) => {
    made.push(key);
    return key;
  }, 2);
  const tags = [];
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) tags.push((await cache.get(key))?.etag);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
  expect(new Set(tags).size).toBe(3);
});

test('a page that could not be made is tried again, and a brand without one has none', async () => {
  let tries = 0;
  const cache = createPageCache(async () => {
    tries += 1;
    if (tries === 1) throw new Error('out of memory');
    return undefined;
  }, 2);
  await expect(cache.get('en')).rejects.toThrow('out of memory');
  expect(await cache.get('en')).toBeUndefined();
  expect(tries).toBe(2);
});
