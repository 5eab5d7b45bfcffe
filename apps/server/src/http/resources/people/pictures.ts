import {
  API_BASE,
  featuresFor,
  isPicture,
  okAnswerSchema,
  PATHS,
  pictureAddressSchema,
  pictureUploadSchema,
} from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../../../domain/accounts/account.ts';
import { createKeyedRateLimit } from '../../../domain/limits/keyed-rate-limit.ts';
import { PICTURE_LIMITS } from '../../../domain/limits/limits.ts';
import { okAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { invalidValue, notFound, tooManyAttempts } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

const idSchema = z.object({ id: z.string().check(z.regex(/^[\w-]{1,64}$/)) });
const pictureAnswer = { content: { 'image/jpeg': { schema: z.unknown() } } } as const;

/**
 * Adds pictures/…: the pictures of users and of their contacts (decision D67). An address is random, and is
 * told only to those who see the name; an image element cannot send the token of a session.
 */
export function addPictures(app: TypedInstance, context: HttpContext): void {
  const { brand, changes, createSecret, elapsedMs } = context;
  const { organisations, pictures } = context.repositories;
  const mayUpload = createKeyedRateLimit(PICTURE_LIMITS.uploads, elapsedMs);

  async function requirePerson(request: FastifyRequest): Promise<Account> {
    const { account } = await requireSession(request, context);
    const { organisationId } = account;
    const features = featuresFor(brand, organisationId, await organisations.list(organisationId));
    if (account.kind !== 'person' || !features.pictures) throw invalidValue('picture');
    return account;
  }

  async function store(request: FastifyRequest, picture: string, contactId: string | undefined) {
    const account = await requirePerson(request);
    if (!mayUpload(account.id)) throw tooManyAttempts();
    const bytes = Buffer.from(picture, 'base64');
    if (!isPicture(bytes)) throw invalidValue('picture');
    const id = createSecret();
    const address = `${API_BASE}${PATHS.pictures}/${id}`;
    // Encoded again, so that only what was checked is stored.
    const content = bytes.toString('base64');
    const isStored = await pictures.replace(
      { id, accountId: account.id, contactId, content, address },
      PICTURE_LIMITS.perAccount,
    );
    if (!isStored) throw notFound();
    changes.publish(account.id, contactId === undefined ? 'profile' : 'contacts');
    return { imageUrl: address };
  }

  async function remove(request: FastifyRequest, contactId: string | undefined) {
    const account = await requirePerson(request);
    if (!(await pictures.remove(account.id, contactId))) throw notFound();
    changes.publish(account.id, contactId === undefined ? 'profile' : 'contacts');
    return okAnswer;
  }

  const upload = {
    querystring: sessionQuerySchema,
    body: pictureUploadSchema,
    response: { 200: pictureAddressSchema },
  };
  const removal = { querystring: sessionQuerySchema, response: { 200: okAnswerSchema } };
  app.post(PATHS.ownPicture, { schema: upload }, (request) =>
    store(request, request.body.picture, undefined),
  );
  app.delete(PATHS.ownPicture, { schema: removal }, (request) => remove(request, undefined));
  app.post(`${PATHS.contactPictures}/:id`, { schema: { ...upload, params: idSchema } }, (request) =>
    store(request, request.body.picture, request.params.id),
  );
  app.delete(`${PATHS.contactPictures}/:id`, { schema: { ...removal, params: idSchema } }, (request) =>
    remove(request, request.params.id),
  );
  app.get(
    `${PATHS.pictures}/:id`,
    { schema: { params: idSchema, response: { 200: pictureAnswer } } },
    async (request, reply) => {
      const content = await pictures.find(request.params.id);
      if (content === undefined) throw notFound();
      return reply
        .header('Cache-Control', `private, max-age=${PICTURE_LIMITS.keptSeconds}, immutable`)
        .type('image/jpeg')
        .send(Buffer.from(content, 'base64'));
    },
  );
}
