import { keyValuesSchema, PATHS } from '@samtal/api-contract';
import * as z from 'zod/mini';
import { sessionQuerySchema } from './answers.ts';
import type { HttpContext } from './http-context.ts';
import { ownPropertiesOf } from './own-properties.ts';
import { requireSession } from './session-guard.ts';
import type { TypedInstance } from './typed-instance.ts';

const answerSchema = z.object({ propertySet: keyValuesSchema });

/** GET user/getProperties (API-07). */
export function addProperties(app: TypedInstance, context: HttpContext): void {
  app.get(
    PATHS.getProperties,
    { schema: { querystring: sessionQuerySchema, response: { 200: answerSchema } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      return { propertySet: await ownPropertiesOf(account, context) };
    },
  );
}
