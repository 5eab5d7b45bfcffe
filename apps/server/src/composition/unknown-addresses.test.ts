import { parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { onEachOpenStorage, storage } from '../storage/testing/open-storage.ts';
import { agentAccounts } from './agent-accounts.ts';
import { warnOfUnknownAddresses } from './unknown-addresses.ts';

const brandWith = (source: object) => {
  const parsed = parseBrand(source);
  return parsed.ok ? parsed.brand : expect.fail();
};
const brand = brandWith({ firstCall: 'echo', defaultSettings: { GEO_EMERGENCY_TEST_NUMBER: 'echo' } });

onEachOpenStorage(() => {
  test.each(['on', 'off'] as const)(
    'D28 with ECHO_SERVICE=%s the log names the settings that lead to an address that none answers',
    async (echoService) => {
      const warnings: unknown[] = [];
      const { accounts } = storage.repositories;
      const agents = { mode: 'production', sipDomain: 'calls.example', echoService } as const;
      await agentAccounts(
        { ...agents, hasWebPush: false, hasTextGateway: false },
        { accounts, log: { error: () => expect.fail() } },
      );
      const log = { warn: (entry: unknown) => void warnings.push(entry) };
      const parts = { sipDomain: 'calls.example', repositories: storage.repositories, log };
      await warnOfUnknownAddresses({ ...parts, brand });
      await warnOfUnknownAddresses({ ...parts, brand: brandWith({}) });
      const event = { event: 'unknown_address_in_brand', address: 'echo@calls.example' };
      expect(warnings).toEqual(
        echoService === 'on'
          ? []
          : [
              { ...event, setting: 'firstCall' },
              { ...event, setting: 'defaultSettings.GEO_EMERGENCY_TEST_NUMBER' },
            ],
      );
    },
  );
});
