import {
  DIRECTORY_TABLE,
  directoryReplacedSchema,
  directoryTableSchema,
  type EntryToSave,
  ERROR_CODES,
  entryGroupsSchema,
  entryToSaveSchema,
  isListedImage,
  isListedName,
  type ListedEntry,
  listedAddedSchema,
  listedEntriesSchema,
  listedEntrySchema,
  listingQuerySchema,
  okAnswerSchema,
  PATHS,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import { directoryHeadings, directoryLine } from '../../../accounts/listed-table.ts';
import {
  type Actor,
  isListedChangeableBy,
  isListedFor,
  organisationOf,
} from '../../../domain/accounts/roles.ts';
import { CONSOLE_LIMITS } from '../../../domain/limits/limits.ts';
import { readDirectoryTable } from '../../../domain/people/directory-table.ts';
import type { EntryFields, EntryRow } from '../../../storage/console/listings.ts';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError, invalidValue } from '../../plumbing/answers/api-error.ts';
import type { FileSender } from '../../plumbing/answers/send-file.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import type { AnswerQueue } from '../../plumbing/limits/answer-queue.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { ConsoleGuard } from './guard.ts';
import { createListedChanges } from './listed-changes.ts';
import { callableOf, findListed, readListing } from './listing.ts';
import { personParamsSchema } from './people.ts';

type Parts = {
  readonly guard: ConsoleGuard;
  readonly looking: AnswerQueue;
  readonly sendFile: FileSender;
};

function fieldsOf({ name, phone, type, category, image, organisation, ...flags }: EntryToSave): EntryFields {
  const entry = {
    ...flags,
    name: name.trim(),
    phone: phone.trim() === '' ? '' : callableOf(phone, 'phone'),
    type: type.trim(),
    category: category.trim(),
    image: image.trim(),
    organisationId: organisation,
  };
  if (!isListedName(entry.name)) throw invalidValue('name');
  for (const group of ['type', 'category'] as const)
    if (entry[group] !== '' && !isListedName(entry[group])) throw invalidValue(group);
  if (!isListedImage(entry.image)) throw invalidValue('image');
  return entry;
}

const answerOf = (actor: Actor, { organisationId, position: _position, ...row }: EntryRow): ListedEntry => ({
  ...row,
  organisation: organisationId,
  isChangeable: isListedChangeableBy(actor, { organisationId }),
});

/** console/directory: the businesses and services that users find in the directory (decision D112). */
export function addConsoleDirectory(
  app: TypedInstance,
  context: HttpContext,
  { guard, looking, sendFile }: Parts,
): void {
  const { repositories, audit, now } = context;
  const { directoryList, directory } = repositories;
  const most = CONSOLE_LIMITS.directoryEntries;
  const config = atMost(CONSOLE_LIMITS.requests);
  const path = `${PATHS.consoleDirectory}/:id` as const;
  const ofOne = { querystring: sessionQuerySchema, params: personParamsSchema };
  const finding = { guard, find: (id: string) => directoryList.find(id) };
  const changes = createListedChanges(context, {
    guard,
    list: directoryList,
    most,
    fieldsOf,
    events: {
      added: 'directory_entry_added',
      changed: 'directory_entry_changed',
      removed: 'directory_entry_removed',
    },
  });
  const oneAtATime = <T>(task: () => Promise<T>): Promise<T> => context.turns.inTurn('console', task);

  app.get(
    PATHS.consoleDirectory,
    {
      config,
      schema: {
        querystring: z.extend(sessionQuerySchema, listingQuerySchema.shape),
        response: { 200: listedEntriesSchema },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.require(request, 'readListed');
      const { rows, next } = await readListing(
        {
          guard,
          looking,
          all: (after) => directoryList.all(after),
          textsOf: ({ name, phone, type, category }) => [name, phone, type, category],
        },
        { request, reply, actor },
        request.query,
      );
      return { entries: rows.map((row) => answerOf(actor, row)), next };
    },
  );

  app.get(
    PATHS.consoleDirectoryGroups,
    { config, schema: { querystring: sessionQuerySchema, response: { 200: entryGroupsSchema } } },
    async (request) => {
      const { actor } = await guard.require(request, 'readListed');
      const { types, categories } = await directory.groups(organisationOf(actor));
      return { types: types.map(({ name }) => name), categories: categories.map(({ name }) => name) };
    },
  );

  async function* linesFor(actor: Actor): AsyncGenerator<string, void, undefined> {
    yield `${directoryHeadings()}\r\n`;
    for await (const page of directoryList.all())
      yield page
        .filter((row) => isListedFor(actor, row))
        .map((row) => `${directoryLine(row)}\r\n`)
        .join('');
  }
  app.get(
    PATHS.consoleDirectoryTable,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        querystring: sessionQuerySchema,
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.requireConfirmed(request, 'changeListed');
      audit({ event: 'directory_exported', account: actor.username, address: request.ip });
      return sendFile(reply, {
        key: `directory ${actor.id}`,
        name: `directory-${new Date(now()).toISOString().slice(0, 10)}.csv`,
        type: 'text/csv',
        pieces: linesFor(actor),
        mayGoOn: () => guard.keeps(request, 'changeListed'),
      });
    },
  );

  app.post(
    PATHS.consoleDirectoryTable,
    {
      // Each reads up to 20,000 rows and writes the whole directory.
      config: atMost(CONSOLE_LIMITS.directoryTables),
      // A stranger cannot make this server read so much.
      preParsing: async (request) => void (await guard.requireConfirmed(request, 'changeListed')),
      bodyLimit: 2 * DIRECTORY_TABLE.length,
      schema: {
        querystring: sessionQuerySchema,
        body: directoryTableSchema,
        response: { 200: directoryReplacedSchema },
      },
    },
    (request) =>
      oneAtATime(async () => {
        const { actor } = await guard.requireConfirmed(request, 'changeListed');
        // The directory is one of all organisations.
        if (organisationOf(actor) !== undefined) return guard.refuse(request, actor, 'all organisations');
        const read = readDirectoryTable(request.body.table, DIRECTORY_TABLE.rows);
        if (!read.ok) throw new ApiError(400, ERROR_CODES.invalidValue, read.problems.join('\n'));
        const { entries, ...groups } = read.value;
        await directory.replace(entries, groups);
        const detail = `entries: ${entries.length}`;
        audit({ event: 'directory_replaced', by: actor.username, address: request.ip, detail });
        return { entries: entries.length };
      }),
  );

  app.get(path, { config, schema: { ...ofOne, response: { 200: listedEntrySchema } } }, async (request) => {
    const { actor } = await guard.require(request, 'readListed');
    return answerOf(actor, await findListed(finding, request, { actor, id: request.params.id }));
  });

  app.post(
    PATHS.consoleDirectory,
    {
      config,
      schema: {
        querystring: sessionQuerySchema,
        body: entryToSaveSchema,
        response: { 200: listedAddedSchema },
      },
    },
    (request) => changes.add(request, request.body),
  );

  app.post(
    path,
    { config, schema: { ...ofOne, body: entryToSaveSchema, response: { 200: okAnswerSchema } } },
    (request) => changes.update(request, request.params.id, request.body),
  );

  app.delete(path, { config, schema: { ...ofOne, response: { 200: okAnswerSchema } } }, (request) =>
    changes.remove(request, request.params.id),
  );
}
