/** `npm run admin -- …`: runs the operator's commands with the Node of the server. */
import { spawn } from 'node:child_process';
import { ensureInstalled, nodeForServer, root } from './runtime.mjs';

ensureInstalled({ toBuild: false });
const tool = spawn(nodeForServer(), ['apps/server/src/admin/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
tool.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
