import type { ContactDraft } from '@samtal/api-contract';
import {
  CONTACTS_PER_ACCOUNT,
  contactAddedAnswerSchema,
  contactDraftOf,
  contactListAnswerSchema,
  contactProblem,
  contactToAddSchema,
  contactToUpdateSchema,
  okAnswerSchema,
  PATHS,
  serviceListAnswerSchema,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import { ANONYMOUS_LIMITS, HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { searchTermsOf } from '../../../domain/people/contacts.ts';
import { okAnswer, okText, okTextAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { invalidValue, notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

const id = z.string().check(z.maxLength(64));
const AROUND = ['{"contactList":[', ']}'] as const;

function checked(draft: ContactDraft): ContactDraft {
  const problem = contactProblem(draft);
  if (problem !== undefined) throw invalidValue(problem.kind === 'noAddress' ? 'sipaddress' : problem.field);
  return draft;
}

/** Adds contacts/…: the address book and the persistent contacts (API-18 … API-21). */
export function addContacts(app: TypedInstance, context: HttpContext): void {
  const { changes, lists } = context;
  const { contacts } = context.repositories;

  app.get(
    PATHS.services,
    { schema: { querystring: sessionQuerySchema, response: { 200: serviceListAnswerSchema } } },
    async (request, reply) => {
      const { account } = await requireSession(request, context);
      return lists(request, reply, {
        account,
        pages: contacts.services(account.organisationId),
        around: AROUND,
      });
    },
  );

  app.get(
    PATHS.searchContacts,
    {
      schema: {
        querystring: z.extend(sessionQuerySchema, {
          searchString: z._default(z.string().check(z.maxLength(255)), '%'),
        }),
        response: { 200: contactListAnswerSchema },
      },
    },
    async (request, reply) => {
      const { account } = await requireSession(request, context);
      const terms = searchTermsOf(request.query.searchString).slice(0, HTTP_LIMITS.searchWords);
      return lists(request, reply, { account, pages: contacts.search(account.id, terms), around: AROUND });
    },
  );

  app.post(
    PATHS.addContact,
    {
      schema: {
        querystring: sessionQuerySchema,
        body: contactToAddSchema,
        response: { 200: contactAddedAnswerSchema },
      },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      const draft = checked(contactDraftOf(request.body));
      const isAnonymous = account.kind === 'anonymous';
      if (isAnonymous && (await contacts.countOfAnonymous()) >= ANONYMOUS_LIMITS.contactsInAll)
        throw invalidValue('contacts');
      const most = isAnonymous ? ANONYMOUS_LIMITS.contacts : CONTACTS_PER_ACCOUNT;
      const added = await contacts.add(account.id, draft, most);
      if (added === undefined) throw invalidValue('contacts');
      changes.publish(account.id, 'contacts');
      return { id: added };
    },
  );

  app.post(
    PATHS.updateContact,
    {
      schema: {
        querystring: sessionQuerySchema,
        body: contactToUpdateSchema,
        response: { 200: okAnswerSchema },
      },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      const draft = checked(contactDraftOf(request.body));
      if (!(await contacts.update(account.id, String(request.body.id), draft))) throw notFound();
      changes.publish(account.id, 'contacts');
      return okAnswer;
    },
  );

  app.get(
    PATHS.deleteContact,
    {
      schema: {
        querystring: z.extend(sessionQuerySchema, { phonebookId: id }),
        response: { 200: okTextAnswer },
      },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      if (!(await contacts.remove(account.id, request.query.phonebookId))) throw notFound();
      changes.publish(account.id, 'contacts');
      return okText;
    },
  );
}
