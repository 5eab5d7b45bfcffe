import { type Brand, completeSipAddress } from '@samtal/api-contract';
import { isKnownAddress } from '../accounts/kiosk-links.ts';
import type { EventLog } from '../domain/event-log.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

type Parts = {
  readonly brand: Pick<Brand, 'firstCall' | 'defaultSettings'>;
  readonly sipDomain: string;
  readonly repositories: Pick<Repositories, 'accounts' | 'listedAddresses'>;
  readonly log: Pick<EventLog, 'warn'>;
};

/** Warns of addresses of the brand that users call and that are neither an account, a service nor a server agent. */
export async function warnOfUnknownAddresses({ brand, sipDomain, repositories, log }: Parts): Promise<void> {
  const called = {
    firstCall: brand.firstCall,
    'defaultSettings.GEO_EMERGENCY_TEST_NUMBER': brand.defaultSettings['GEO_EMERGENCY_TEST_NUMBER'] ?? '',
  };
  for (const [setting, value] of Object.entries(called)) {
    if (value === '') continue;
    const address = completeSipAddress(value, sipDomain);
    if (!(await isKnownAddress(address, repositories)))
      log.warn({ event: 'unknown_address_in_brand', setting, address });
  }
}
