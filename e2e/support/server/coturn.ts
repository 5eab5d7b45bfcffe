import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureDebianPackages } from '../../../tools/debian.mjs';
import { keepProgram, type Program } from './kept-program.ts';
import { freePort } from './ports.ts';
import { shippedFile } from './shipped-file.ts';

const program = '/usr/bin/turnserver';

/** Whether coturn can be started here; installs it from Debian if this user may do so. */
export const hasCoturn = (): boolean => ensureDebianPackages(['coturn'], () => existsSync(program));

export type Coturn = Program & {
  /** Address of coturn for browsers. */
  readonly url: string;
};

/** Starts coturn on a free port of this machine; it accepts credentials made with `secret`. */
export async function startCoturn(secret: string): Promise<Coturn> {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-coturn-'));
  const port = await freePort();
  const config = shippedFile('deploy/coturn/turnserver.conf', [
    ['listening-port=3478', `listening-ip=127.0.0.1\nrelay-ip=127.0.0.1\nlistening-port=${port}`],
    ['<secret>', secret],
    ['<domain>', 'demo.example'],
    // All peers of this test are on this machine, whose addresses coturn refuses by default.
    ['denied-peer-ip=127.0.0.0-127.255.255.255', 'allow-loopback-peers'],
  ]);
  const more = [
    `userdb=${join(folder, 'users')}`,
    `pidfile=${join(folder, 'pid')}`,
    'log-file=stdout',
    'simple-log',
    // Without this coturn does not report when it listens.
    'verbose',
  ];
  writeFileSync(join(folder, 'turnserver.conf'), [config, ...more].join('\n'), { mode: 0o600 });
  const running = await keepProgram(async () => {
    const child = spawn(program, ['-c', join(folder, 'turnserver.conf')], { cwd: folder });
    const lines: string[] = [];
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line);
        if (line.includes('UDP listener opened on')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`coturn ended with ${code}:\n${lines.join('\n')}`)));
    });
    return child;
  }, folder);
  return { url: `turn:127.0.0.1:${port}`, ...running };
}
