import fastifyStatic from '@fastify/static';
import { API_BASE, BRANDING_PATH, SIP_PATH } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';

type Files = { readonly webRoot: string; readonly brandingDir: string; readonly brandSource: object };

/** Paths of programs, also of those that are not offered now: what is not there is told so, never shown as a page. */
const notPages = [API_BASE, BRANDING_PATH, SIP_PATH, '/assets/', '/test/', '/dev/'];

const isPage = (path: string): boolean =>
  !notPages.some((prefix) => path.startsWith(prefix)) && !/\.[a-z0-9]+$/i.test(path);

/**
 * The web app and the operator's branding as files. Assets carry a hash in their name and may be kept for ever;
 * everything else is asked for again. Any other path is a route of the web app and gets its page.
 */
export async function addWebApp(
  app: FastifyInstance,
  { webRoot, brandingDir, brandSource }: Files,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
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
    // What lies hidden in an operator's folder, such as its version control, is not for visitors.
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply) {
      void reply.header('Cache-Control', 'no-cache');
    },
  });
  app.get(`${BRANDING_PATH}brand.json`, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').send(brandSource),
  );
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?');
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && isPage(path);
    return wantsPage
      ? reply.sendFile('index.html')
      : reply
          .code(404)
          .header('Cache-Control', 'no-store')
          .send({ errorCode: 404, failureText: 'Not Found' });
  });
}
