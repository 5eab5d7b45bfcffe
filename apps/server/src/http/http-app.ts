import type { RequestListener, Server } from 'node:http';
import { API_BASE, type RenderFirstPage, type RenderOfflinePage } from '@samtal/api-contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { noteRefusalsOnce } from '../audit/note-once.ts';
import { pathInside } from '../config/web-address.ts';
import { HTTP_LIMITS } from '../domain/limits/limits.ts';
import { type Meter, NO_METER } from '../domain/meter.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createServer } from '../network/node-http.ts';
import type { IsTrustedProxy } from '../network/trusted-proxies.ts';
import { createFirstPage } from './first-page/first-page.ts';
import { addInstallableApp } from './installable-app/installable-app.ts';
import { providerRoutes } from './oidc/provider-routes.ts';
import { answerErrors, answerUnreadable } from './plumbing/answers/error-answers.ts';
import type { HttpContext } from './plumbing/http-context.ts';
import { limitConnections } from './plumbing/limits/limit-connections.ts';
import { limitPipelining } from './plumbing/limits/limit-pipelining.ts';
import { allowOrigins } from './plumbing/security/cross-origin.ts';
import { refuseSecondHost } from './plumbing/security/requested-host.ts';
import { addSecurityHeaders } from './plumbing/security/security-headers.ts';
import { warnOfUnknownProxy } from './plumbing/security/warn-of-unknown-proxy.ts';
import { type Patience, serverOptions } from './plumbing/server-options.ts';
import { addWebApp } from './plumbing/web-app.ts';
import { devApi } from './resources/dev-api.ts';
import { addHealth, type ServerReadiness } from './resources/health.ts';
import { userApi } from './resources/user-api.ts';

/**
 * Reads a query: one value for each name, the last one. The object has no prototype, so that a name such as
 * `__proto__` is like any other.
 */
const parseQuery = (query: string): Record<string, string> =>
  Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(query)));

export type HttpAppOptions = HttpContext & {
  /** The content of `brand.json` for browsers. */
  readonly brandSource: object;
  /** Folder of the operator's branding files. */
  readonly brandingDir: string;
  /** Folder of the built web app. */
  readonly webRoot: string;
  /** Folder of the web app on its site, such as `/call`; empty at the root. */
  readonly basePath: string;
  /** Renders the login page; undefined = browsers render it. */
  readonly renderFirstPage?: RenderFirstPage | undefined;
  /** Renders the page for browsers without a network; undefined = there is none. */
  readonly renderOfflinePage?: RenderOfflinePage | undefined;
  /** Folder with the icons of the app for brands without their own. */
  readonly shippedIconsDir: string;
  readonly log: FastifyBaseLogger;
  readonly isTrustedProxy: IsTrustedProxy;
  /** Counts requests and refusals; absent = nothing is counted. */
  readonly meter?: Pick<Meter, 'httpAnswered' | 'refused'> | undefined;
  /** What `/readyz` asks. */
  readonly readiness: ServerReadiness;
  /** Origins of other sites whose pages may use the user API; none by default. */
  readonly allowedOrigins: readonly string[];
  /** Set in demo mode only: adds `/dev/*`, which shows this outbox (decision D25). */
  readonly devOutbox?: Outbox | undefined;
  /** Adds hooks and routes before all resources. */
  readonly extend?: ((app: FastifyInstance) => void) | undefined;
  /** How long a request may take to arrive, and how often this is checked; tests use shorter times. */
  readonly patience?: Patience | undefined;
};

/** Creates a server that ends the connections of slow senders and readers. */
const createHttpServer = (handle: RequestListener, patience: Patience): Server =>
  createServer(serverOptions(patience), limitPipelining(handle)).setTimeout(HTTP_LIMITS.silentMs);

const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream');

/** User API, branding and web app in one HTTP application; it opens no port. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const { brandSource, brandingDir, webRoot, basePath, log, isTrustedProxy } = options;
  const { allowedOrigins, devOutbox, extend, meter = NO_METER } = options;
  const { patience = HTTP_LIMITS, ...given } = options;
  const context = { ...given, audit: noteRefusalsOnce(given.audit, given.elapsedMs) };
  // Fastify's own request log would contain query strings, which hold tokens (decision D22).
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({
    loggerInstance: log,
    logController,
    bodyLimit: HTTP_LIMITS.bodyBytes,
    serverFactory: (handle) => createHttpServer(handle, patience),
    frameworkErrors: answerUnreadable(basePath),
    forceCloseConnections: true,
    trustProxy: isTrustedProxy,
    routerOptions: { querystringParser: parseQuery },
    rewriteUrl: ({ url = '/' }) => pathInside(basePath, url),
  });
  limitConnections(app.server, { ...context.limits, isExempt: isTrustedProxy }, { log, meter });
  answerErrors(app, basePath);
  warnOfUnknownProxy(app, isTrustedProxy);
  refuseSecondHost(app);
  addSecurityHeaders(app, { brand: context.brand, sipWsUri: context.sipWsUri });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    meter.httpAnswered({
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: isEventStream(reply) ? undefined : reply.elapsedTime,
    });
    request.log.debug({
      event: 'request_answered',
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
  extend?.(app);
  addHealth(app, options.readiness);
  await allowOrigins(app, allowedOrigins);
  await app.register(userApi({ ...context, meter }), { prefix: API_BASE });
  if (context.signIn !== undefined) await app.register(providerRoutes({ ...context, meter }, context.signIn));
  if (devOutbox !== undefined) await app.register(devApi(context, devOutbox), { prefix: '/dev' });
  const firstPage = createFirstPage({ webRoot, basePath, brandSource, log, render: options.renderFirstPage });
  addInstallableApp(app, { ...options, render: options.renderOfflinePage });
  await addWebApp(app, { webRoot, basePath, brandingDir, brandSource, firstPage });
  return app;
}
