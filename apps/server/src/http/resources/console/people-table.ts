import { PATHS, type RowResult, tableAnswerSchema, tableRowsSchema } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { addPerson } from '../../../accounts/add-person.ts';
import { headingLine, personLine, readHeadings, valuesOfRow } from '../../../accounts/people-table.ts';
import { type Actor, isVisibleTo, organisationOf } from '../../../domain/accounts/roles.ts';
import { rowProblem } from '../../../domain/accounts/row-problem.ts';
import { CONSOLE_LIMITS } from '../../../domain/limits/limits.ts';
import type { Repositories } from '../../../storage/repositories/repositories.ts';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError, invalidValue } from '../../plumbing/answers/api-error.ts';
import type { FileSender } from '../../plumbing/answers/send-file.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { whenHashingIsFree } from '../account/hashing.ts';
import type { ConsoleGuard } from './guard.ts';

type Parts = { readonly guard: ConsoleGuard; readonly sendFile: FileSender };

const fileAnswer = { content: { 'text/csv': { schema: z.string() } } } as const;

async function* linesOf(
  persons: Repositories['persons'],
  organisationId: number | undefined,
): AsyncGenerator<string, void, undefined> {
  yield `${headingLine()}\r\n`;
  for await (const page of persons.all({ terms: [], organisationId }))
    if (page.length > 0) yield page.map((person) => `${personLine(person)}\r\n`).join('');
}

/** POST console/table: adds the people of some rows; GET console/table: all people as a table (CSV). */
export function addPeopleTable(app: TypedInstance, context: HttpContext, { guard, sendFile }: Parts): void {
  const { repositories, audit, now } = context;
  const config = atMost(CONSOLE_LIMITS.requests);

  async function importRow(
    request: FastifyRequest,
    reply: FastifyReply,
    { actor, values }: { readonly actor: Actor; readonly values: Readonly<Record<string, string>> },
  ): Promise<RowResult> {
    const username = (values['username'] ?? '').trim().toLowerCase();
    const existing = await repositories.accounts.findByUsername(username);
    if (existing !== undefined && isVisibleTo(actor, existing)) return { username, outcome: 'exists' };
    const add = async () => {
      // The role may have been taken while the row waited.
      await guard.requireConfirmed(request, 'changePeople');
      return addPerson(context, values, {
        by: actor.username,
        address: request.ip,
        organisationId: organisationOf(actor),
      });
    };
    const result = await whenHashingIsFree({ request, reply, asker: 'known' }, context, add);
    if (!result.ok) {
      if (result.field === 'organisation' && organisationOf(actor) !== undefined)
        guard.note(request, actor, 'organisation of a row');
      return { username, outcome: 'refused', problem: result.problem };
    }
    const { password } = result;
    return { username, outcome: 'added', ...(password !== undefined && { password }) };
  }

  app.post(
    PATHS.consoleTable,
    {
      config,
      schema: {
        querystring: sessionQuerySchema,
        body: tableRowsSchema,
        response: { 200: tableAnswerSchema },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.requireConfirmed(request, 'changePeople');
      const headings = readHeadings(request.body.headings);
      if (!headings.ok) throw new ApiError(400, invalidValue('headings').errorCode, headings.problem);
      const results: RowResult[] = [];
      for (const row of request.body.rows) {
        const values = valuesOfRow(headings.names, row);
        const problem = rowProblem(headings.names, row);
        if (problem !== undefined) {
          results.push({ username: values['username'] ?? '', outcome: 'refused', problem });
          continue;
        }
        try {
          results.push(await importRow(request, reply, { actor, values }));
        } catch (error) {
          // Too many hashes are being computed: what is done is answered, and the client sends the rest again.
          if (error instanceof ApiError && results.length > 0) break;
          throw error;
        }
      }
      return { results };
    },
  );

  app.get(
    PATHS.consoleTable,
    {
      config,
      exposeHeadRoute: false,
      schema: { querystring: sessionQuerySchema, response: { 200: fileAnswer } },
    },
    async (request, reply) => {
      const { actor } = await guard.requireConfirmed(request, 'changePeople');
      const limit = organisationOf(actor);
      const detail = limit === undefined ? undefined : `organisation ${limit}`;
      audit({ event: 'people_exported', account: actor.username, address: request.ip, detail });
      return sendFile(reply, {
        key: `people ${actor.id}`,
        name: `people-${new Date(now()).toISOString().slice(0, 10)}.csv`,
        type: 'text/csv',
        pieces: linesOf(repositories.persons, limit),
        mayGoOn: () => guard.keeps(request, 'changePeople'),
      });
    },
  );
}
