/** `npm start`: install what is missing, build what has changed, start everything in one process. */
import { spawn } from 'node:child_process';
import { ensureInstalled, nodeForServer, root } from './runtime.mjs';

ensureInstalled();
const { buildWeb } = await import('./build-web.mjs');
await buildWeb();

const server = spawn(nodeForServer(), ['apps/server/src/main.ts'], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
// The terminal has been closed.
process.on('SIGHUP', () => server.kill('SIGTERM'));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
