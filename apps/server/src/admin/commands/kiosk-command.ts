import { completeSipAddress, isListedAddress } from '@samtal/api-contract';
import { endAllLinks, isKnownAddress, kioskAddress, tokenOfLink } from '../../accounts/kiosk-links.ts';
import type { Account } from '../../domain/accounts/account.ts';
import type { AdminTools, Command, Invocation } from '../command.ts';
import { AdminError } from '../command.ts';
import { findPerson } from '../find-account.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const USUAL_DAYS = '365';
const MOST_DAYS = 3650;

function plainToken({ options }: Invocation, to: string, password: string): string {
  const query = new URLSearchParams({ t: to });
  const values = { u: options.get('username'), p: password, i: options.get('ivr'), r: options.get('ref') };
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, value);
  return Buffer.from(query.toString()).toString('base64url');
}

type Signed = {
  readonly to: string;
  readonly caller: Account | undefined;
  readonly lifetimeMs: number;
};

/** The token of a link that the console lists and can end. */
async function signedToken(
  { options }: Invocation,
  { brand, repositories, kioskTokens, now }: AdminTools,
  { to, caller, lifetimeMs }: Signed,
): Promise<string> {
  const madeAt = now();
  const link = {
    organisationId: caller?.organisationId ?? brand.registration.defaultOrganisation,
    accountId: caller?.id,
    name: options.get('name') ?? '',
    to,
    ivr: options.get('ivr') ?? '',
    ref: options.get('ref') ?? '',
    madeBy: '',
    madeAt,
    expiresAt: madeAt + lifetimeMs,
  };
  const result = await repositories.kioskLinks.add(link, Number.POSITIVE_INFINITY);
  if (result.outcome !== 'done') throw new AdminError('The link was not made.');
  const { id } = result;
  return tokenOfLink({ ...link, id, position: madeAt, username: caller?.username }, kioskTokens);
}

/** The account as which a link logs in; with a role or a second factor it could not. */
async function callerOf(tools: AdminTools, username: string): Promise<Account> {
  const account = await findPerson(tools, username);
  if (account.role !== undefined)
    throw new AdminError(`${username} has a role, and no link logs in as a person with a role.`);
  if (await tools.repositories.secondFactors.isOn(account.id))
    throw new AdminError(`${username} logs in in two steps, and a link has the first step only.`);
  return account;
}

/** The address that a link calls, as the console takes it. */
function addressOf(typed: string, domain: string): string {
  const to = typed.trim().replace(/^sips?:/i, '');
  if (isListedAddress(to)) return completeSipAddress(to, domain);
  throw new AdminError(
    `"${typed}" cannot be called: a link leads to a number, a name or an address such as bo@${domain}.`,
  );
}

/** Creates one-click links, signed or plain. */
const kioskLink: Command = {
  words: '<to>',
  options: {
    username: 'who calls',
    ivr: 'tones to send, such as 1,2',
    ref: 'reference',
    name: 'name in the console',
    days: 'how long a signed link works',
    plain: '',
    'password-stdin': '',
  },
  summary: 'prints a link that calls with one click; --plain makes an unsigned one',
  details: [
    `A signed link works for ${USUAL_DAYS} days, or for --days (whole days, 1 to ${MOST_DAYS}). An unsigned one works without an end.`,
    'Signed links are listed in the console, and can be ended there.',
  ],
  async run(invocation, tools) {
    const { words, options } = invocation;
    const { brand, config, mailContext, print, audit } = tools;
    const username = options.get('username');
    if (!brand.kiosk.enabled)
      throw new AdminError(
        'One-click calls are off. Set "kiosk": {"enabled": true} in brand.json, and restart the server.',
      );
    const to = addressOf(words[0] ?? '', config.sipDomain);
    const caller = username === undefined ? undefined : await callerOf(tools, username);
    const typed = options.get('days') ?? USUAL_DAYS;
    const days = Number(typed);
    if (!/^\d+$/.test(typed) || days < 1 || days > MOST_DAYS)
      throw new AdminError(`--days must be a whole number from 1 to ${MOST_DAYS}.`);
    const password = options.has('password-stdin') ? ((await tools.readInput()).split(/\r?\n/)[0] ?? '') : '';
    if (!(await isKnownAddress(to, tools.repositories)))
      tools.warn(
        `Warning: ${to} is no account and no service of this server. The link calls it all the same.`,
      );
    const token = options.has('plain')
      ? plainToken(invocation, to, password)
      : await signedToken(invocation, tools, { to, caller, lifetimeMs: days * DAY_MS });
    audit({ event: 'kiosk_link_minted', account: username, detail: to });
    print(kioskAddress(mailContext.publicUrl, token));
  },
};

const endLinks: Command = {
  words: '',
  options: {},
  summary: 'ends every signed one-click link by a new secret, also those that the console does not list',
  details: [
    'The server may run. Persons whose sessions began with a link are logged out; calls of anonymous callers go on.',
    'Unsigned links (--plain) have no signature: change the password in them.',
  ],
  async run(_invocation, { repositories, kioskTokens, now, audit, print }) {
    const { links } = await endAllLinks(repositories, kioskTokens, now());
    audit({ event: 'kiosk_links_ended', detail: `links: ${links}` });
    print(`Every signed one-click link has ended; ${links} of them were listed.`);
  },
};

export const kioskCommands: Readonly<Record<string, Command>> = {
  'kiosk-link': kioskLink,
  'end-links': endLinks,
};
