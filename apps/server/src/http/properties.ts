import { PATHS } from '@samtal/api-contract';
import { propertySetOf } from '../domain/account.ts';
import type { HttpContext } from './http-context.ts';
import { requireSession } from './session-guard.ts';
import type { TypedInstance } from './typed-instance.ts';

/** GET user/getProperties (API-07). */
export function addProperties(app: TypedInstance, context: HttpContext): void {
  app.get(PATHS.getProperties, async (request) => {
    const { account } = await requireSession(request, context);
    return { propertySet: propertySetOf(account) };
  });
}
