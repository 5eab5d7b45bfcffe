import { keyValuesSchema, PATHS } from '@samtal/api-contract';
import * as z from 'zod/mini';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { ownPropertiesOf } from './own-properties.ts';

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
