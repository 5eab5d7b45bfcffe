import { organisationSettingsAnswerSchema, PATHS } from '@samtal/api-contract';
import * as z from 'zod/mini';
import type { HttpContext } from '../../plumbing/http-context.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { openSettingsOf } from '../organisation-capabilities.ts';
import { findOrganisation } from './find-organisation.ts';

const querySchema = z.object({ orgid: z._default(z.string().check(z.maxLength(32)), '') });

/** GET user/getOrgSettings: the settings of an organisation's registration form (API-10). */
export function addOrganisationSettings(app: TypedInstance, context: HttpContext): void {
  app.get(
    PATHS.getOrgSettings,
    {
      schema: { querystring: querySchema, response: { 200: organisationSettingsAnswerSchema } },
    },
    async (request) => {
      const id = findOrganisation(request.query.orgid, context.brand, 'orgid');
      return { settings: await openSettingsOf(context.repositories, id) };
    },
  );
}
