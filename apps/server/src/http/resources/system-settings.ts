import { keyValuesSchema, PATHS, SYSTEM_SETTINGS } from '@samtal/api-contract';
import { sessionQuerySchema } from '../plumbing/answers.ts';
import type { HttpContext } from '../plumbing/http-context.ts';
import { requireSession } from '../plumbing/session-guard.ts';
import type { TypedInstance } from '../plumbing/typed-instance.ts';

/**
 * GET user/getSystemSettingsForUser: for each setting the value of this user, else of the organisation, else
 * the built-in value (API-09).
 */
export function addSystemSettings(app: TypedInstance, context: HttpContext): void {
  const { settings, organisations } = context.repositories;
  app.get(
    PATHS.getSystemSettings,
    { schema: { querystring: sessionQuerySchema, response: { 200: keyValuesSchema } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      const decided = new Map<string, string>(
        Object.entries(SYSTEM_SETTINGS).map(([key, { initial }]) => [key, initial] as const),
      );
      for (const { key, value } of await organisations.list(account.organisationId))
        if (Object.hasOwn(SYSTEM_SETTINGS, key)) decided.set(key, value);
      for (const { key, value } of await settings.list(account.id, 'system')) decided.set(key, value);
      return [...decided].map(([key, value]) => ({ key, value }));
    },
  );
}
