import type { Migration } from 'kysely/migration';
import * as accounts from './0001-accounts.ts';
import * as access from './0002-access.ts';
import * as people from './0003-people.ts';
import * as installation from './0004-installation.ts';
import * as sipAccounts from './0005-sip-accounts.ts';
import * as sessionSecrets from './0006-session-secrets.ts';
import * as budgets from './0007-budgets.ts';
import * as links from './0008-links.ts';
import * as favourites from './0009-favourites.ts';
import * as pictures from './0010-pictures.ts';
import * as pushSubscriptions from './0011-push-subscriptions.ts';
import * as dialogs from './0012-dialogs.ts';
import * as callRecords from './0013-call-records.ts';
import * as doNotDisturb from './0014-do-not-disturb.ts';
import * as accountDeletions from './0015-account-deletions.ts';
import * as identities from './0016-identities.ts';
import * as roles from './0017-roles.ts';
import * as serverProcesses from './0019-server-processes.ts';
import * as providerRoles from './0020-provider-roles.ts';
import * as secondFactor from './0021-second-factor.ts';
import * as accountProofs from './0022-account-proofs.ts';
import * as kioskLinks from './0023-kiosk-links.ts';
import * as linkSessions from './0024-link-sessions.ts';
import * as logOuts from './0025-log-outs.ts';

/** All migrations of the schema, in order; a released migration is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-access': access,
  '0003-people': people,
  '0004-installation': installation,
  '0005-sip-accounts': sipAccounts,
  '0006-session-secrets': sessionSecrets,
  '0007-budgets': budgets,
  '0008-links': links,
  '0009-favourites': favourites,
  '0010-pictures': pictures,
  '0011-push-subscriptions': pushSubscriptions,
  '0012-dialogs': dialogs,
  '0013-call-records': callRecords,
  '0014-do-not-disturb': doNotDisturb,
  '0015-account-deletions': accountDeletions,
  '0016-identities': identities,
  '0017-roles': roles,
  '0019-server-processes': serverProcesses,
  '0020-provider-roles': providerRoles,
  '0021-second-factor': secondFactor,
  '0022-account-proofs': accountProofs,
  '0023-kiosk-links': kioskLinks,
  '0024-link-sessions': linkSessions,
  '0025-log-outs': logOuts,
};
