import type { LoginAnswer } from '@samtal/api-contract';
import { CAPABILITY_KEYS, SIP_PATH } from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import { sipAddressAt } from '../../../config/web-address.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { ACCOUNT_LIMITS } from '../../../domain/limits/limits.ts';
import type { ProviderSession } from '../../../storage/repositories/repositories.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requestedHost } from '../../plumbing/security/requested-host.ts';
import { capabilitiesOf } from '../organisation-capabilities.ts';
import { hasPassword } from '../own-data/proof.ts';
import { ownPropertiesOf } from './own-properties.ts';

function sipServersFor(request: FastifyRequest, { sipWsUri, publicUrl }: HttpContext): string {
  if (sipWsUri !== undefined) return sipWsUri;
  const host = requestedHost(request);
  if (host === undefined) return sipAddressAt(publicUrl());
  return `${request.protocol === 'https' ? 'wss' : 'ws'}://${host}${SIP_PATH}`;
}

/** Users without a password cannot change it. */
const WITHOUT_PASSWORD = { key: `${CAPABILITY_KEYS.featurePrefix}CHANGEPASSWORD`, value: 'false' };

type NewSession = {
  readonly account: Account;
  readonly wantsSip: boolean;
  /** The sign-in at the provider with which it begins; absent = it begins otherwise. */
  readonly provider?: ProviderSession | undefined;
  /** The one-click link with which a person logs in, '' = one that is not stored. */
  readonly kioskLink?: string | undefined;
};

/** Creates a session for an authenticated account; returns the data that a client needs to start (API-05). */
export async function openSession(
  request: FastifyRequest,
  context: HttpContext,
  { account, wantsSip, provider, kioskLink }: NewSession,
): Promise<LoginAnswer> {
  const { repositories, changes, now, createSecret, hashToken, turnServers, audit, accountDeletionDays } =
    context;
  // A role of the provider counts in sessions that began there.
  const role = account.isRoleOfProvider === true && provider === undefined ? undefined : account.role;
  const securityToken = createSecret();
  const sipSecret = wantsSip ? createSecret() : undefined;
  const session = {
    tokenHash: hashToken(securityToken),
    accountId: account.id,
    lastUsedAt: now(),
    sipSecret,
    kioskLink,
  };
  const hasDroppedOldest = await repositories.sessions.add(session, ACCOUNT_LIMITS.sessions, provider);
  await repositories.accounts.noteLogin(account.id, session.lastUsedAt);
  if (hasDroppedOldest) changes.publish(account.id, 'sessions');
  audit({ event: 'logged_in', account: account.username, address: request.ip });
  return {
    remoteAddress: request.ip,
    sipPassword: sipSecret ?? '',
    properties: { propertySet: await ownPropertiesOf(account, context) },
    capabilities: [
      { key: CAPABILITY_KEYS.sipServers, value: sipServersFor(request, context) },
      ...(await capabilitiesOf(repositories, account.organisationId)),
      { key: CAPABILITY_KEYS.deletionDays, value: String(accountDeletionDays) },
      ...(account.kind === 'person' && !hasPassword(account, context) ? [WITHOUT_PASSWORD] : []),
      ...(role === undefined ? [] : [{ key: CAPABILITY_KEYS.consoleRole, value: role }]),
      ...(turnServers === undefined ? [] : [{ key: CAPABILITY_KEYS.iceServers, value: 'true' }]),
    ],
    securityToken,
    uri: `sip:${account.addresses[0] ?? ''}`,
  };
}
