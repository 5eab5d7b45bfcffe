import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { nodeForServer, root } from '../../../tools/runtime.mjs';
import { leaveOutOnCluster } from '../cluster/on-cluster.ts';
import { type SamtalServer, startSamtalServer } from './samtal-server.ts';

export type ServerWithProvider = {
  readonly server: SamtalServer;
  readonly issuer: string;
  /** Ends the provider only. */
  stopProvider(): Promise<void>;
  dispose(): Promise<void>;
};

/** Starts a server whose users log in at an OpenID Connect provider, and the provider, in a process of its own. */
export async function startServerWithProvider(env: Record<string, string> = {}): Promise<ServerWithProvider> {
  // Before the provider runs, which a skipped journey would not end.
  leaveOutOnCluster('starts a server of its own');
  const provider = fork(join(root, 'e2e/support/server/oidc-provider-process.mjs'), {
    cwd: root,
    execPath: nodeForServer(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [{ issuer }] = (await once(provider, 'message')) as [{ issuer: string }];
  const server = await startSamtalServer({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'samtal',
    OIDC_CLIENT_SECRET: 'client-secret-of-the-tests',
    OIDC_LABEL: 'Staff',
    OIDC_NEW_ACCOUNTS: 'on',
    ...env,
  });
  const ready = once(provider, 'message');
  provider.send({ serverUrl: server.url });
  await ready;
  const stopProvider = async (): Promise<void> => {
    if (provider.exitCode !== null || provider.signalCode !== null) return;
    const gone = once(provider, 'exit');
    provider.kill();
    await gone;
  };
  return {
    server,
    issuer,
    stopProvider,
    dispose: async () => {
      await server.dispose();
      await stopProvider();
    },
  };
}
