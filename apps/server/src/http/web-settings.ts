import type { okAnswerSchema } from '@samtal/api-contract';
import { isAllowedSetting, isWebSettingKey, PATHS } from '@samtal/api-contract';
import * as z from 'zod/mini';
import { invalidValue } from './api-error.ts';
import type { HttpContext } from './http-context.ts';
import { requireSession } from './session-guard.ts';
import type { TypedInstance } from './typed-instance.ts';

const paramsSchema = z.object({ key: z.string() });

/** GET user/webSettings and POST user/webSettings/{key} with the value as text (API-16, API-17). */
export function addWebSettings(app: TypedInstance, context: HttpContext): void {
  const { settings } = context.repositories;

  app.get(PATHS.webSettings, async (request) => {
    const { account } = await requireSession(request, context);
    return settings.list(account.id, 'web');
  });

  app.post(
    `${PATHS.webSettings}/:key`,
    { schema: { params: paramsSchema } },
    async (request): Promise<z.infer<typeof okAnswerSchema>> => {
      const { account } = await requireSession(request, context);
      const { key } = request.params;
      const value: unknown = request.body ?? '';
      if (!isWebSettingKey(key) || typeof value !== 'string' || !isAllowedSetting(key, value))
        throw invalidValue(key);
      await settings.set(account.id, 'web', { key, value });
      return { status: 'OK' };
    },
  );
}
