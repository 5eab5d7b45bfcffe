import type { FetchEvent } from '../notification-worker/worker-scope.ts';
import type { KeptApp } from './kept-app.ts';
import { kindOf } from './request-kind.ts';

type Fetch = typeof fetch;

/** What a reverse proxy answers in place of a server that does not run or does not answer. */
const noServer = new Set([502, 503, 504]);

/** A page comes from the server; without it, the user sees the offline page instead of an error of the browser. */
async function answerPage(
  app: KeptApp,
  fetch: Fetch,
  { request, preloadResponse }: FetchEvent,
): Promise<Response> {
  try {
    const preloaded: unknown = await preloadResponse;
    const answer = preloaded instanceof Response ? preloaded : await fetch(request);
    return noServer.has(answer.status) ? ((await app.offlinePage()) ?? answer) : answer;
  } catch {
    return (await app.offlinePage()) ?? Response.error();
  }
}

/** A file with a hash in its name never changes, and the server may have only newer ones. */
const answerFile = async (app: KeptApp, fetch: Fetch, { request }: FetchEvent): Promise<Response> =>
  (await app.find(request.url)) ?? fetch(request);

/** Logo and colours come from the server, and for the offline page from what is kept. */
async function answerBrandFile(app: KeptApp, fetch: Fetch, { request }: FetchEvent): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await app.find(request.url)) ?? Response.error();
  }
}

const answers = { page: answerPage, file: answerFile, brandFile: answerBrandFile };

/** Answers a request of a page, if it is one that the worker answers. */
export function answerRequest(app: KeptApp, fetch: Fetch, base: string, event: FetchEvent): void {
  const kind = kindOf(event.request, base);
  if (kind !== undefined) event.respondWith(answers[kind](app, fetch, event));
}
