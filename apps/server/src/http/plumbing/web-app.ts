import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { BRANDING_PATH } from '@samtal/api-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FirstPage, sendCachedPage } from '../first-page/first-page.ts';
import { answersWithPage } from './answers/answers-with-page.ts';

type Files = {
  readonly firstPage: FirstPage;
  readonly webRoot: string;
  readonly basePath: string;
  readonly brandingDir: string;
  readonly brandSource: object;
};

type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * The page of the web app: the login page, where the server renders it, or the empty page. If the app is in a
 * folder of the site, the page's base element names the folder.
 */
function readPage({ firstPage, ...files }: Pick<Files, 'webRoot' | 'basePath' | 'firstPage'>): SendPage {
  const sendShell = readShell(files);
  return async (request, reply) => {
    const page = await firstPage.pageFor(request);
    return page === undefined ? sendShell(reply) : sendCachedPage(request, reply, page);
  };
}

function readShell({ webRoot, basePath }: Pick<Files, 'webRoot' | 'basePath'>) {
  if (basePath === '') return (reply: FastifyReply) => reply.sendFile('index.html');
  const page = readFileSync(join(webRoot, 'index.html'), 'utf8').replace(
    '<base href="/">',
    `<base href="${basePath}/">`,
  );
  return (reply: FastifyReply) =>
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page);
}

/**
 * Serves the web app and the operator's branding as files. Assets have a hash in their names and are cached
 * without limit; browsers revalidate everything else. Other paths get the page of the web app if
 * `answersWithPage` allows it.
 */
export async function addWebApp(
  app: FastifyInstance,
  { webRoot, basePath, brandingDir, brandSource, firstPage }: Files,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header(
        'Cache-Control',
        file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  await app.register(fastifyStatic, {
    root: brandingDir,
    prefix: BRANDING_PATH,
    decorateReply: false,
    // Hidden files in an operator's folder, such as those of version control, are not public.
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply) {
      void reply.header('Cache-Control', 'no-cache');
    },
  });
  app.get(`${BRANDING_PATH}brand.json`, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').send(brandSource),
  );
  const sendPage = readPage({ webRoot, basePath, firstPage });
  app.get('/', sendPage);
  app.setNotFoundHandler((request, reply) => {
    const { method, url, headers } = request;
    // A shared cache must not give the page for browsers to another kind of client.
    reply.header('Vary', 'Accept');
    return answersWithPage({ method, url, accept: headers.accept })
      ? sendPage(request, reply)
      : reply
          .code(404)
          .header('Cache-Control', 'no-store')
          .send({ errorCode: 404, failureText: 'Not Found' });
  });
}
