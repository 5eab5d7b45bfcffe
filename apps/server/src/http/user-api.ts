import type { FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { HttpContext } from './http-context.ts';
import { addLogin } from './login.ts';
import { addLogout } from './logout.ts';
import { addProperties } from './properties.ts';
import { addSystemSettings } from './system-settings.ts';
import { addWebSettings } from './web-settings.ts';

/** Form fields as an object; `true` and `false` become what JSON would have carried. */
function parseForm(body: string): Record<string, string | boolean> {
  const fields = [...new URLSearchParams(body)];
  return Object.fromEntries(
    fields.map(([name, value]) => [name, value === 'true' || value === 'false' ? value === 'true' : value]),
  );
}

/** Every resource of the user API; register it under the API's base path. */
export function userApi(context: HttpContext) {
  return (scope: FastifyInstance): void => {
    const app = scope.withTypeProvider<ZodTypeProvider>();
    app.setValidatorCompiler(validatorCompiler);
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => {
        done(null, parseForm(String(body)));
      },
    );
    app.addHook('onRequest', async (_request, reply) => {
      // Answers hold secrets, and so do the addresses they are asked for at (A-029, decision D22).
      reply.header('Cache-Control', 'no-store');
    });
    addLogin(app, context);
    addLogout(app, context);
    addProperties(app, context);
    addSystemSettings(app, context);
    addWebSettings(app, context);
  };
}
