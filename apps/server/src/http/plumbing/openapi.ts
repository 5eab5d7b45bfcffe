import { PATHS } from '@samtal/api-contract';
import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * Serves the description (OpenAPI) of every route that is added to `app` afterwards. It is made when it is first asked
 * for, since few servers are ever asked, and what makes it is large. It does not include itself.
 */
export function describeApi(app: FastifyInstance, name: string): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  let description: Promise<object> | undefined;
  const describe = async (): Promise<object> =>
    (await import('../description/describe-routes.ts')).describeRoutes(routes, name);
  app.get(PATHS.openApi, { schema: { hide: true } }, () => (description ??= describe()));
}
