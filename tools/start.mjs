/** `npm start`: installs missing packages, builds the web app if it has changed, starts the server. */
import { spawn } from 'node:child_process';
import { buildWeb, isWebBuilt } from './build-web.mjs';
import { ensureInstalled, nodeForServer, root } from './runtime.mjs';

const PARENT_CHECK_MS = 500;

const parent = process.ppid;
let server;

/** Ends the server, and this process with it. */
function stop(signal) {
  if (server === undefined) process.exit(1);
  server.kill(signal);
}

const isBuilt = isWebBuilt();
ensureInstalled({ toBuild: !isBuilt });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
// In a terminal SIGHUP means that the terminal was closed; service managers and log rotation send it as well.
const hasTerminal = process.stdin.isTTY;
process.on('SIGHUP', () => {
  if (hasTerminal) stop('SIGTERM');
});
// npm sends SIGTERM to its shell, which ends without forwarding it. Then this process gets another parent.
const parentCheck = setInterval(() => {
  if (process.ppid === parent || process.env['npm_lifecycle_event'] !== 'start') return;
  clearInterval(parentCheck);
  stop('SIGTERM');
}, PARENT_CHECK_MS);
parentCheck.unref();

if (!isBuilt) await buildWeb();

server = spawn(nodeForServer(), ['apps/server/src/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  // The server ends when the channel closes, so it ends after SIGKILL of this process as well.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
