import { PATHS, SYSTEM_SETTINGS } from '@samtal/api-contract';
import type { HttpContext } from './http-context.ts';
import { requireSession } from './session-guard.ts';
import type { TypedInstance } from './typed-instance.ts';

/** GET user/getSystemSettingsForUser: what the operator decided for this person, over the built-in values (API-09). */
export function addSystemSettings(app: TypedInstance, context: HttpContext): void {
  app.get(PATHS.getSystemSettings, async (request) => {
    const { account } = await requireSession(request, context);
    const own = await context.repositories.settings.list(account.id, 'system');
    const builtIn = Object.entries(SYSTEM_SETTINGS).map(([key, { initial }]) => ({ key, value: initial }));
    return [...builtIn.filter(({ key }) => !own.some((entry) => entry.key === key)), ...own];
  });
}
