/** The process of `npm run cluster`. */
import { startDemoCluster } from './cluster.ts';
import { missingPackages } from './programs.ts';

const DEFAULT_PORT = 8443;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function giveUp(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** The number after an option of the command line. */
function numberAfter(option: string, otherwise: number, most: number): number {
  const at = process.argv.indexOf(option);
  if (at === -1) return otherwise;
  const value = Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1 || value > most)
    giveUp(`${option} needs a whole number from 1 to ${most}.`);
  return value;
}

const https = numberAfter('--port', DEFAULT_PORT, 65_535);
const processes = numberAfter('--processes', 2, 8);
const missing = missingPackages();
if (missing.length > 0)
  giveUp(`Packages are missing: apt-get install --no-install-recommends ${[...new Set(missing)].join(' ')}`);

const begun = startDemoCluster({ https, processes });
let isEnding = false;
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await (await begun.catch(() => undefined))?.stop();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
// The starting command has ended.
process.on('disconnect', () => void end(0));

try {
  const { url, nodes } = await begun;
  say(`${processes} server process(es), Kamailio at ${nodes.map(({ udpUri }) => udpUri).join(' and ')}.`);
  say(
    'The certificate is its own, so the browser asks once. Data are gone after the end. Ctrl-C ends all of it.',
  );
  say('Log in as alice, bobby or carol with the password demo1234.');
  say(`ready: ${url}`);
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
