import { OFFLINE_PAGE_PATH } from '@samtal/api-contract';
import type { WorkerScope } from '../notification-worker/worker-scope.ts';
import type { WorkerFiles } from './worker-files.ts';

/** The number of requests at the same time, so that the page's own ones do not wait. */
const AT_ONCE = 4;
/** A page of the build before may still be open. */
const KEPT_BUILDS = 2;

/**
 * What this browser keeps of the app: files with a hash in their names, and the offline page with the files that
 * it shows. No answer of the user API is ever among them.
 */
export type KeptApp = {
  /** Keeps the offline page in `language` and, unless `isThrifty`, the files of this build. */
  readonly keep: (language: string, isThrifty: boolean) => Promise<void>;
  /** Keeps the files of this build where an earlier build was kept. */
  readonly renew: () => Promise<void>;
  /** Removes the files of builds that no page needs any more. */
  readonly tidy: () => Promise<void>;
  readonly drop: () => Promise<void>;
  readonly isKept: () => Promise<boolean>;
  /** A kept file; undefined if it is not kept. */
  readonly find: (address: string) => Promise<Response | undefined>;
  readonly offlinePage: () => Promise<Response | undefined>;
};

/** The addresses of the files that the offline page shows or runs. */
function filesIn(page: string, scope: string): string[] {
  const linked = [...page.matchAll(/\b(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);
  const files = linked.map((address) => new URL(address.replaceAll('&amp;', '&'), scope).href);
  const isFile = (url: string): boolean =>
    url.startsWith(scope) && /\/(?:assets|branding)\/[^?#]+$/.test(url);
  return [...new Set(files)].filter((url) => isFile(url) && !/\/branding\/[^/]+\.json$/.test(url));
}

export function createKeptApp(scope: WorkerScope, files: WorkerFiles): KeptApp {
  const { caches, registration } = scope;
  const base = registration.scope;
  // Other apps on this origin have caches too.
  const prefix = `samtal ${new URL(base).pathname} `;
  const filesName = `${prefix}files ${files.version}`;
  const shellName = `${prefix}shell`;
  const offlineAddress = new URL(OFFLINE_PAGE_PATH.slice(1), base).href;

  /** Adds the missing ones of `addresses` to a cache; a file that cannot be fetched is left out. */
  async function add(cache: Cache, addresses: readonly string[]): Promise<void> {
    const missing: string[] = [];
    for (const address of addresses) if ((await cache.match(address)) === undefined) missing.push(address);
    const fetchNext = async (): Promise<void> => {
      for (let address = missing.shift(); address !== undefined; address = missing.shift()) {
        const answer = await scope.fetch(address).catch(() => undefined);
        if (answer?.ok === true) await cache.put(address, answer);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  }

  async function keepOnly(cache: Cache, addresses: readonly string[]): Promise<void> {
    const wanted = new Set(addresses);
    for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  }

  async function keepFiles(language: string): Promise<void> {
    const cache = await caches.open(filesName);
    const wanted = [...files.common, ...(files.byLanguage[language] ?? [])].map(
      (file) => new URL(file, base).href,
    );
    await add(cache, wanted);
    await keepOnly(cache, wanted);
  }

  /** The page with its files replaces the earlier one only when all of it is there. */
  async function keepShell(language: string): Promise<void> {
    const address = `${offlineAddress}?language=${encodeURIComponent(language)}`;
    const page = await scope.fetch(address, { cache: 'no-cache' });
    if (!page.ok) return;
    const linked = filesIn(await page.clone().text(), base);
    const answers = await Promise.all(
      linked.map(async (url) => [url, await scope.fetch(url, { cache: 'no-cache' })] as const),
    );
    if (answers.some(([url, { ok }]) => !ok && url.includes('/assets/'))) return;
    const cache = await caches.open(shellName);
    for (const [url, answer] of answers) if (answer.ok) await cache.put(url, answer);
    await cache.put(address, page);
    await keepOnly(cache, [address, ...linked]);
  }

  const keptLanguage = async (): Promise<string | undefined> => {
    if (!(await caches.has(shellName))) return undefined;
    const requests = await (await caches.open(shellName)).keys();
    const page = requests.find(({ url }) => url.startsWith(`${offlineAddress}?`));
    return page === undefined ? undefined : (new URL(page.url).searchParams.get('language') ?? undefined);
  };

  const ownCaches = async (): Promise<string[]> =>
    (await caches.keys()).filter((name) => name.startsWith(prefix));

  async function keep(language: string, isThrifty: boolean): Promise<void> {
    await keepShell(language);
    if (!isThrifty) await keepFiles(language);
    await registration.navigationPreload?.enable();
  }

  return {
    keep,
    async renew() {
      const language = await keptLanguage();
      if (language === undefined) return;
      // Without files of the build before, the user saves data.
      const isThrifty = (await ownCaches()).every((name) => name === shellName);
      await keep(language, isThrifty);
    },
    async tidy() {
      const builds = (await ownCaches()).filter((name) => name !== shellName);
      // The names are in the order in which the caches were made.
      const others = builds.filter((name) => name !== filesName);
      for (const name of others.slice(0, Math.max(0, others.length + 1 - KEPT_BUILDS)))
        await caches.delete(name);
    },
    async drop() {
      for (const name of await ownCaches()) await caches.delete(name);
      await registration.navigationPreload?.disable();
    },
    isKept: async () => (await keptLanguage()) !== undefined,
    async find(address) {
      for (const name of await ownCaches()) {
        const found = await (await caches.open(name)).match(address, { ignoreVary: true });
        if (found !== undefined) return found;
      }
      return undefined;
    },
    async offlinePage() {
      if (!(await caches.has(shellName))) return undefined;
      return (await caches.open(shellName)).match(offlineAddress, { ignoreSearch: true, ignoreVary: true });
    },
  };
}
