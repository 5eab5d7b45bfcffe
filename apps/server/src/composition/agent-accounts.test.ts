import { expect, test } from 'vitest';
import { isKnownAddress } from '../accounts/kiosk-links.ts';
import { onEachOpenStorage, storage } from '../storage/testing/open-storage.ts';
import { agentAccounts } from './agent-accounts.ts';

type Agents = Pick<Parameters<typeof agentAccounts>[0], 'mode' | 'echoService'>;

async function agentsOf(agents: Agents) {
  const errors: unknown[] = [];
  const found = await agentAccounts(
    { ...agents, sipDomain: 'calls.example', hasTextGateway: false, hasWebPush: false },
    {
      accounts: storage.repositories.accounts,
      log: { error: (entry: unknown) => void errors.push(entry) },
    },
  );
  return { names: found.map(({ agent }) => agent), errors };
}

const knowsEcho = () => isKnownAddress('echo@calls.example', storage.repositories);

onEachOpenStorage(() => {
  test('D28 production has the mailbox and echo, and none of the other demo agents', async () => {
    expect(await agentsOf({ mode: 'production', echoService: 'on' })).toEqual({
      names: ['echo', 'mailbox'],
      errors: [],
    });
    expect(await knowsEcho()).toBe(true);
  });

  test.each(['production', 'demo'] as const)(
    'D28 in %s ECHO_SERVICE=off takes echo and its address away, also when it was there before',
    async (mode) => {
      await agentsOf({ mode, echoService: 'on' });
      expect((await agentsOf({ mode, echoService: 'off' })).names).not.toContain('echo');
      expect(await knowsEcho()).toBe(false);
    },
  );

  test.each([
    ['the name', { username: 'echo', addresses: [] }],
    ['the address', { username: 'reception', addresses: ['echo@calls.example'] }],
  ])('D28 an account of the operator that has %s of echo stays, without an error', async (_what, own) => {
    const account = await storage.repositories.accounts.add({
      kind: 'person',
      passwordHash: undefined,
      sipPassword: undefined,
      organisationId: 1,
      status: 'active',
      properties: [],
      ...own,
    });
    for (const echoService of ['on', 'off'] as const)
      expect(await agentsOf({ mode: 'production', echoService })).toEqual({ names: ['mailbox'], errors: [] });
    expect(await storage.repositories.accounts.findByUsername(own.username)).toEqual(account);
  });
});
