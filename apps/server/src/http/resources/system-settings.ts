import { keyValuesSchema, PATHS } from '@samtal/api-contract';
import { systemSettingsOf } from '../../accounts/system-settings.ts';
import { sessionQuerySchema } from '../plumbing/answers/answers.ts';
import type { HttpContext } from '../plumbing/http-context.ts';
import { requireSession } from '../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../plumbing/typed-instance.ts';

/** GET user/getSystemSettingsForUser (API-09). */
export function addSystemSettings(app: TypedInstance, context: HttpContext): void {
  app.get(
    PATHS.getSystemSettings,
    { schema: { querystring: sessionQuerySchema, response: { 200: keyValuesSchema } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      return systemSettingsOf(account, context.repositories);
    },
  );
}
