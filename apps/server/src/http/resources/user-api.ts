import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Meter } from '../../domain/meter.ts';
import { describeRefusals } from '../plumbing/answers/answers.ts';
import { createFileSender } from '../plumbing/answers/send-file.ts';
import type { HttpContext } from '../plumbing/http-context.ts';
import { limitRequests } from '../plumbing/limits/request-limits.ts';
import { describeApi } from '../plumbing/openapi.ts';
import { readForms } from '../plumbing/read-form.ts';
import { addLogin } from './account/login.ts';
import { addLogout } from './account/logout.ts';
import { createMailLimits } from './account/mail-limits.ts';
import { addNewCaptcha } from './account/new-captcha.ts';
import { addOrganisationSettings } from './account/organisation-settings.ts';
import { addNewPassword, addResetRequest } from './account/password-reset.ts';
import { addProperties } from './account/properties.ts';
import { addSetProperty } from './account/set-property.ts';
import { addSignUp } from './account/sign-up.ts';
import { addUniqueness } from './account/uniqueness.ts';
import { addVerification } from './account/verification.ts';
import { addConsole } from './console/console-api.ts';
import { addIceServers } from './ice-servers.ts';
import { addDeletion } from './own-data/deletion.ts';
import { addExport } from './own-data/export.ts';
import { createProof, requireOwnDataWith } from './own-data/proof.ts';
import { addPeople } from './people/people-api.ts';
import { addProviderState } from './provider/provider-state.ts';
import { createStrongProof } from './second-factor/require-second-factor.ts';
import { addSecondFactor } from './second-factor/second-factor-api.ts';
import { addSystemSettings } from './system-settings.ts';
import { addWebPush } from './web-push.ts';
import { addWebSettings } from './web-settings.ts';

/** Form fields as an object; `true` and `false` become booleans, as in JSON. */
function fieldsOf(form: URLSearchParams): Record<string, string | boolean> {
  return Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      value === 'true' || value === 'false' ? value === 'true' : value,
    ]),
  );
}

/** Every resource of the user API; register it under the API's base path. */
export function userApi(context: HttpContext & { readonly meter: Pick<Meter, 'refused'> }) {
  return async (scope: FastifyInstance): Promise<void> => {
    scope.setValidatorCompiler(validatorCompiler);
    scope.setSerializerCompiler(serializerCompiler);
    if (context.hasRequestLimits) await limitRequests(scope, context);
    describeRefusals(scope);
    describeApi(scope, context.brand.name);
    const app = scope.withTypeProvider<ZodTypeProvider>();
    readForms(scope, fieldsOf);
    app.addHook('onRequest', async (_request, reply) => {
      // Answers hold secrets, and so do the URLs of the requests (A-029, decision D22).
      reply.header('Cache-Control', 'no-store');
    });
    const limits = createMailLimits(context);
    const requireProof = createProof(context);
    addLogin(app, context, limits);
    addLogout(app, context);
    addProperties(app, context);
    addSetProperty(app, context, { limits, requireProof });
    addSystemSettings(app, context);
    addOrganisationSettings(app, context);
    addWebSettings(app, context);
    addUniqueness(app, context);
    addSignUp(app, context, limits);
    addVerification(app, context);
    addResetRequest(app, context, limits);
    addNewPassword(app, context, limits);
    addNewCaptcha(app, context);
    const requireProofForData = requireOwnDataWith(requireProof, context);
    addExport(app, context, { requireProof: requireProofForData, sendFile: createFileSender() });
    addDeletion(app, context, { requireProof: requireProofForData, limits });
    const requireStrongProof = createStrongProof(context, { requireProof, limits });
    addProviderState(app, context, { requireProof, requireStrongProof });
    addSecondFactor(app, context, { requireStrongProof, limits });
    addPeople(app, context);
    addIceServers(app, context);
    addWebPush(app, context);
    addConsole(app, context, { requireStrongProof, limits });
  };
}
