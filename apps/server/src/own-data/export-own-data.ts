import type { HistoryRecord, KeyValue, Message } from '@samtal/api-contract';
import { PROPERTY_KEYS } from '@samtal/api-contract';
import { systemSettingsOf } from '../accounts/system-settings.ts';
import type { ReadOwnAudit } from '../audit/own-audit.ts';
import type { Account } from '../domain/accounts/account.ts';
import { propertySetOf } from '../domain/accounts/account.ts';
import type { ListedCallRecord } from '../domain/calls/call-record.ts';
import type { Pages } from '../storage/repositories/people-repositories.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/** Version of the format, for programs that read the file. */
const FORMAT = 'samtal-own-data/1';

type Parts = {
  readonly repositories: Repositories;
  readonly ownAudit: ReadOwnAudit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly publicUrl: () => string;
};

const isoOf = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

const valuesOf = (list: readonly KeyValue[]): Readonly<Record<string, string>> =>
  Object.fromEntries(list.map(({ key, value }) => [key, value]));

const callOf = ({ timestamp, ...call }: HistoryRecord) => ({ time: isoOf(timestamp), ...call });

const messageOf = ({ timestamp, ...message }: Message) => ({ time: isoOf(timestamp), ...message });

/** A record without what only operators see: the organisation of the other end. */
const recordOf = ({
  callerOrganisation: _caller,
  calleeOrganisation: _callee,
  beganAt,
  answeredAt,
  endedAt,
  ...record
}: ListedCallRecord) => ({
  beganAt: isoOf(beganAt),
  answeredAt: isoOf(answeredAt),
  endedAt: isoOf(endedAt),
  ...record,
});

/** The maker of a browser, which operates its push service; the rest of the address is a secret. */
const serviceOf = (endpoint: string): string => (URL.canParse(endpoint) ? new URL(endpoint).origin : '');

async function* each<Row>(
  pages: Pages<Row>,
  shape: (row: Row) => unknown,
): AsyncGenerator<string, void, undefined> {
  for await (const page of pages)
    if (page.length > 0) yield page.map((row) => JSON.stringify(shape(row))).join(',\n    ');
}

async function* inTurn<Row>(all: readonly Pages<Row>[]): AsyncGenerator<readonly Row[], void, undefined> {
  for (const pages of all) yield* pages;
}

/**
 * Everything that the server stores about a user, as the pieces of one JSON text, each of limited length (decision
 * D96). It contains no secret, and nothing of others that the user does not see anyway.
 */
export async function* exportOwnData(
  account: Account,
  { repositories, ownAudit, now, publicUrl }: Parts,
): AsyncGenerator<string, void, undefined> {
  const { id, username, addresses, organisationId, language, role, isRoleOfProvider, lastLoginAt } = account;
  const { roleChanges, logOuts, verifiedEmail } = account;
  const { contacts, devices, identities, messages, oneTimeKeys, ownData, pushSubscriptions, settings } =
    repositories;
  const { secondFactors, kioskLinks } = repositories;
  const list = async function* (name: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
    let separator = `,\n  ${JSON.stringify(name)}: [\n    `;
    const isEmpty = separator;
    for await (const piece of pieces) {
      yield separator + piece;
      separator = ',\n    ';
    }
    yield separator === isEmpty ? `,\n  ${JSON.stringify(name)}: []` : '\n  ]';
  };
  const all = await ownData.sessions(id);
  const head = {
    format: FORMAT,
    server: publicUrl(),
    exportedAt: isoOf(now()),
    account: {
      username,
      addresses,
      organisation: organisationId,
      language,
      role,
      roleIsOfProvider: role && isRoleOfProvider,
      roleChanges: roleChanges === 0 ? undefined : roleChanges,
      logOutsEverywhere: logOuts === 0 ? undefined : logOuts,
      verifiedEmail,
      lastLoginAt: isoOf(lastLoginAt),
      emailToConfirm: await oneTimeKeys.pendingEmail(id, now()),
      properties: valuesOf(propertySetOf(account).filter(({ key }) => key !== PROPERTY_KEYS.picture)),
    },
    identitiesAtProviders: (await identities.list(id)).map(({ issuer, subject, connectedAt }) => ({
      issuer,
      subject,
      connectedAt: isoOf(connectedAt),
    })),
    secondFactor: {
      authenticatorAppAddedAt: isoOf((await secondFactors.findApp(id))?.addedAt),
      recoveryCodesLeft: await secondFactors.countCodes(id),
      passkeys: (await secondFactors.listPasskeys(id)).map(({ name, addedAt, lastUsedAt }) => ({
        name,
        addedAt: isoOf(addedAt),
        lastUsedAt: isoOf(lastUsedAt),
      })),
    },
    oneClickLinks: (await kioskLinks.ofAccount(id)).map(({ name, to, ref, madeAt, expiresAt }) => ({
      name,
      to,
      reference: ref === '' ? undefined : ref,
      madeAt: isoOf(madeAt),
      expiresAt: isoOf(expiresAt),
    })),
    settings: valuesOf(await settings.list(id, 'web')),
    settingsOfOperator: valuesOf(await systemSettingsOf(account, repositories)),
    sessions: all
      .filter(({ deviceName }) => deviceName === undefined)
      .map(({ lastUsedAt }) => ({ lastUsedAt: isoOf(lastUsedAt) })),
    sipPhones: (await devices.list(id)).map(({ name, lastUsedAt }) => ({
      name,
      lastUsedAt: isoOf(lastUsedAt),
    })),
    devicesWithWebPush: (await pushSubscriptions.list(id)).map(({ instance, language, endpoint }) => ({
      instance,
      language,
      pushService: serviceOf(endpoint),
    })),
  };
  yield JSON.stringify(head, undefined, 2).replace(/\n\}$/, '');
  yield* list(
    'contacts',
    each(contacts.search(id, []), (contact) => contact),
  );
  yield* list(
    'pictures',
    each(ownData.pictures(id), ({ contactId, content }) => ({
      of: contactId === undefined ? 'account' : 'contact',
      contactId,
      picture: `data:image/jpeg;base64,${content}`,
    })),
  );
  yield* list('history', each(ownData.history(id), callOf));
  yield* list('messages', each(messages.list(id), messageOf));
  for (const [name, end] of [
    ['recordsOfCallsMade', 'caller'],
    ['recordsOfCallsReceived', 'callee'],
  ] as const)
    yield* list(name, each(inTurn(addresses.map((address) => ownData.calls(end, address))), recordOf));
  yield* list(
    'audit',
    each(ownAudit(username), (entry) => entry),
  );
  yield '\n}\n';
}
