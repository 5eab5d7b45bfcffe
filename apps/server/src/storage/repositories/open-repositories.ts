import { createDirectoryListRepository } from '../console/directory-list-repository.ts';
import { createKioskLinkRepository } from '../console/kiosk-link-repository.ts';
import { createPersonRepository } from '../console/person-repository.ts';
import { createServiceListRepository } from '../console/service-list-repository.ts';
import { createAuditEntryRepository } from '../coordination/audit-entry-repository.ts';
import { createSecretRepository } from '../coordination/secret-repository.ts';
import { createSharedStorage, type SharedStorage } from '../coordination/shared-storage.ts';
import { createWaitingMailRepository } from '../coordination/waiting-mail-repository.ts';
import { isPostgres } from '../database/database.ts';
import { type Opening, openDatabase } from '../database/open-database.ts';
import { createIdentityRepository } from '../identities/identity-repository.ts';
import { createDeletionRepository } from '../own-data/deletion-repository.ts';
import { createOwnDataRepository } from '../own-data/own-data-repository.ts';
import { createSecondFactorRepository } from '../second-factor/second-factor-repository.ts';
import { createAccountRepository } from './accounts/account-repository.ts';
import { createCallRecordRepository } from './call-record-repository.ts';
import { createContactRepository } from './contact-repository.ts';
import { createDeviceRepository } from './device-repository.ts';
import { createDialogRepository } from './dialog-repository.ts';
import { createDirectoryRepository } from './directory-repository.ts';
import { createHistoryRepository } from './history/history-repository.ts';
import { createInstallationRepository } from './installation-repository.ts';
import { createListedAddressRepository } from './listed-address-repository.ts';
import { createMessageRepository } from './message-repository.ts';
import { createNameRepository } from './name-repository.ts';
import { createOneTimeKeyRepository } from './one-time-key-repository.ts';
import { createOrganisationRepository } from './organisation-repository.ts';
import { createPictureRepository } from './picture-repository.ts';
import { createPushSubscriptionRepository } from './push-subscription-repository.ts';
import type { Repositories } from './repositories.ts';
import { createRevocationRepository } from './revocation-repository.ts';
import { createSessionRepository } from './session-repository.ts';
import { createSettingRepository } from './setting-repository.ts';

/**
 * Opens the storage like `openDatabase`; `close` must be called before the process ends. `shared` is what several
 * server processes use; the embedded database has none.
 */
export async function openRepositories(
  dataDir: string,
  opening?: Opening,
): Promise<{ repositories: Repositories; shared: SharedStorage | undefined; close: () => Promise<void> }> {
  const database = await openDatabase(dataDir, opening);
  const { announce, ...revocations } = createRevocationRepository(database);
  return {
    repositories: {
      accounts: createAccountRepository(database),
      sessions: createSessionRepository(database, announce),
      devices: createDeviceRepository(database, announce),
      pushSubscriptions: createPushSubscriptionRepository(database),
      dialogs: createDialogRepository(database),
      callRecords: createCallRecordRepository(database),
      deletions: createDeletionRepository(database),
      identities: createIdentityRepository(database, announce),
      secondFactors: createSecondFactorRepository(database),
      persons: createPersonRepository(database),
      directoryList: createDirectoryListRepository(database),
      kioskLinks: createKioskLinkRepository(database),
      serviceList: createServiceListRepository(database),
      ownData: createOwnDataRepository(database),
      settings: createSettingRepository(database),
      organisations: createOrganisationRepository(database),
      oneTimeKeys: createOneTimeKeyRepository(database),
      revocations,
      listedAddresses: createListedAddressRepository(database),
      installation: createInstallationRepository(database),
      secrets: createSecretRepository(database),
      waitingMails: createWaitingMailRepository(database),
      auditEntries: createAuditEntryRepository(database),
      contacts: createContactRepository(database),
      directory: createDirectoryRepository(database),
      messages: createMessageRepository(database),
      history: createHistoryRepository(database),
      names: createNameRepository(database),
      pictures: createPictureRepository(database),
      ping: async () => void (await database.selectFrom('installation').select('key').limit(1).execute()),
    },
    shared: isPostgres(database) ? createSharedStorage(database) : undefined,
    close: () => database.destroy(),
  };
}
