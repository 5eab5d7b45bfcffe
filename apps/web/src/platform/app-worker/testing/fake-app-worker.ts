import type { FetchEvent, WorkerEvents, WorkerScope } from '../../notification-worker/worker-scope.ts';
import { serveApp } from '../serve-app.ts';
import type { WorkerFiles } from '../worker-files.ts';

export const base = 'https://a.example/call/';

/** The stored answers of an origin, by cache and address. A real browser is in the journeys of D79. */
export type Stored = Map<string, Map<string, Response>>;

/** What the server has at an address below the app; a number is a status without content, undefined no network. */
export type Site = Map<string, string | number>;

const addressOf = (request: RequestInfo | URL): string =>
  typeof request === 'object' && 'url' in request ? request.url : String(request);

function createCaches(stored: Stored): CacheStorage {
  const cacheOf = (answers: Map<string, Response>) => ({
    async match(request: RequestInfo, { ignoreSearch = false }: CacheQueryOptions = {}) {
      const wanted = addressOf(request);
      const found = [...answers].find(
        ([url]) => url === wanted || (ignoreSearch && url.split('?')[0] === wanted),
      );
      return found?.[1].clone();
    },
    put: async (request: RequestInfo, answer: Response) => void answers.set(addressOf(request), answer),
    delete: async (request: RequestInfo) => answers.delete(addressOf(request)),
    keys: async () => [...answers.keys()].map((url) => ({ url })),
  });
  return {
    async open(name: string) {
      const answers = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, answers);
      return cacheOf(answers);
    },
    has: async (name: string) => stored.has(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  } as unknown as CacheStorage;
}

/** The real worker in a browser whose storage and network a test can look at. */
export function createFakeAppWorker(files: WorkerFiles, site: Site, stored: Stored = new Map()) {
  const handlers = new Map<string, (event: never) => void>();
  const asked: string[] = [];
  const done: string[] = [];
  const fetch = async (request: RequestInfo | URL): Promise<Response> => {
    const address = addressOf(request);
    asked.push(address.slice(base.length));
    const content = site.get(address.slice(base.length));
    if (content === undefined) throw new TypeError('offline');
    return typeof content === 'number' ? new Response(null, { status: content }) : new Response(content);
  };
  const scope = {
    addEventListener: (name: string, react: (event: never) => void) => void handlers.set(name, react),
    clients: { claim: async () => void done.push('claim') },
    registration: {
      scope: base,
      navigationPreload: {
        enable: async () => void done.push('preload'),
        disable: async () => void done.push('no preload'),
      },
    },
    caches: createCaches(stored),
    fetch,
  } as unknown as WorkerScope;
  const app = serveApp(scope, files);

  async function dispatch(name: keyof WorkerEvents, event: object = {}): Promise<void> {
    let work: Promise<unknown> | undefined;
    const waitUntil = (promise: Promise<unknown>): void => void (work = promise);
    handlers.get(name)?.({ ...event, waitUntil } as never);
    await work;
  }

  return {
    app,
    stored,
    asked,
    done,
    dispatch,
    /** Sends a message as a page does; resolves to the answer. */
    async tell(message: unknown): Promise<unknown> {
      const heard: unknown[] = [];
      await dispatch('message', {
        data: message,
        ports: [{ postMessage: (answer: unknown) => heard.push(answer) }],
      });
      return heard[0];
    },
    /** What the worker answers a page; undefined = it leaves the request to the browser. */
    async request(path: string, init: Partial<Pick<Request, 'mode' | 'method'>> = {}, preloaded?: Response) {
      let answer: Promise<Response> | undefined;
      const request = { url: new URL(path, base).href, method: 'GET', mode: 'cors', ...init };
      const event = {
        request,
        preloadResponse: Promise.resolve(preloaded),
        respondWith: (promise: Promise<Response>) => void (answer = promise),
        waitUntil: () => undefined,
      } as unknown as FetchEvent;
      handlers.get('fetch')?.(event as never);
      return answer;
    },
    /** The addresses in each cache, below the app. */
    kept: (): Record<string, string[]> =>
      Object.fromEntries(
        [...stored].map(([name, answers]) => [
          name,
          [...answers.keys()].map((url) => url.slice(base.length)).toSorted(),
        ]),
      ),
  };
}
