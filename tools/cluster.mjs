/** `npm run cluster`: a cluster on this machine from the files of `deploy/`; see docs/operating.md. */
import { spawn } from 'node:child_process';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled, nodeForServer, root } from './runtime.mjs';

ensureInstalled();
await buildWeb();
const child = spawn(nodeForServer(), ['e2e/support/cluster/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  // It ends when the channel closes, so it ends after SIGKILL of this process as well.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
