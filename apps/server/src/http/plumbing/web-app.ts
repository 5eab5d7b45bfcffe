import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { BRANDING_PATH } from '@samtal/api-contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answersWithPage } from './answers-with-page.ts';

type Files = {
  readonly webRoot: string;
  readonly basePath: string;
  readonly brandingDir: string;
  readonly brandSource: object;
};

type SendPage = (reply: FastifyReply) => FastifyReply;

/**
 * The page of the web app. If the app is in a folder of the site, the page's base element names the folder.
 */
function readPage({ webRoot, basePath }: Pick<Files, 'webRoot' | 'basePath'>): SendPage {
  if (basePath === '') return (reply) => reply.sendFile('index.html');
  const page = readFileSync(join(webRoot, 'index.html'), 'utf8').replace(
    '<base href="/">',
    `<base href="${basePath}/">`,
  );
  return (reply) => reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page);
}

/**
 * Serves the web app and the operator's branding as files. Assets have a hash in their names and are cached
 * without limit; browsers revalidate everything else. Other paths get the page of the web app if
 * `answersWithPage` allows it.
 */
export async function addWebApp(
  app: FastifyInstance,
  { webRoot, basePath, brandingDir, brandSource }: Files,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    index: basePath === '' ? 'index.html' : false,
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
  const sendPage = readPage({ webRoot, basePath });
  if (basePath !== '') app.get('/', (_request, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) => {
    const { method, url, headers } = request;
    // A shared cache must not give the page for browsers to another kind of client.
    reply.header('Vary', 'Accept');
    return answersWithPage({ method, url, accept: headers.accept })
      ? sendPage(reply)
      : reply
          .code(404)
          .header('Cache-Control', 'no-store')
          .send({ errorCode: 404, failureText: 'Not Found' });
  });
}
