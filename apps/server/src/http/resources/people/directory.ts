import {
  directoryAnswerSchema,
  directoryCategoriesAnswerSchema,
  directoryTypesAnswerSchema,
  PATHS,
} from '@samtal/api-contract';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

/** Adds business_directory/…: the business directory (API-26, API-27). */
export function addDirectory(app: TypedInstance, context: HttpContext): void {
  const { directory } = context.repositories;

  app.get(
    PATHS.directory,
    {
      schema: { querystring: sessionQuerySchema, response: { 200: directoryAnswerSchema } },
    },
    async (request, reply) => {
      const { account } = await requireSession(request, context);
      const pages = directory.entries(account.organisationId);
      return context.lists(request, reply, { account, pages, around: ['{"directory":[', ']}'] });
    },
  );

  app.get(
    PATHS.directoryTypes,
    {
      schema: { querystring: sessionQuerySchema, response: { 200: directoryTypesAnswerSchema } },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      return { types: [...(await directory.groups(account.organisationId)).types] };
    },
  );

  app.get(
    PATHS.directoryCategories,
    {
      schema: {
        querystring: sessionQuerySchema,
        response: { 200: directoryCategoriesAnswerSchema },
      },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      return { categories: [...(await directory.groups(account.organisationId)).categories] };
    },
  );
}
