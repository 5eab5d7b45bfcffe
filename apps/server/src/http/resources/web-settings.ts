import {
  isAllowedSetting,
  isWebSettingKey,
  keyValuesSchema,
  okAnswerSchema,
  PATHS,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import { okAnswer, sessionQuerySchema } from '../plumbing/answers/answers.ts';
import { invalidValue } from '../plumbing/answers/api-error.ts';
import type { HttpContext } from '../plumbing/http-context.ts';
import { requireSession } from '../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../plumbing/typed-instance.ts';

const paramsSchema = z.object({ key: z.string() });
/** The value of a setting, sent as text; a missing body counts as the empty text. */
const valueSchema = z.optional(z.nullable(z.string()));

/** GET user/webSettings and POST user/webSettings/{key} with the value as text (API-16, API-17). */
export function addWebSettings(app: TypedInstance, context: HttpContext): void {
  const { settings } = context.repositories;

  app.get(
    PATHS.webSettings,
    { schema: { querystring: sessionQuerySchema, response: { 200: keyValuesSchema } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      return [...(await settings.list(account.id, 'web'))];
    },
  );

  app.post(
    `${PATHS.webSettings}/:key`,
    {
      schema: {
        consumes: ['text/plain'],
        params: paramsSchema,
        querystring: sessionQuerySchema,
        body: valueSchema,
        response: { 200: okAnswerSchema },
      },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      const { key } = request.params;
      const value = request.body ?? '';
      if (!isWebSettingKey(key) || !isAllowedSetting(key, value)) throw invalidValue(key);
      await settings.set(account.id, 'web', { key, value });
      context.changes.publish(account.id, 'settings');
      return okAnswer;
    },
  );
}
