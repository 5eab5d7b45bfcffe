import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../../tools/debian.mjs';
import { toneFile } from './tone-file.ts';

const program = '/usr/bin/baresip';

/** Whether baresip can be started here; installs it from Debian if this user may do so. */
export const hasBaresip = (): boolean => ensureDebianPackages(['baresip-core'], () => existsSync(program));

type Account = {
  readonly name: string;
  readonly secret: string;
  /** `sip:host:port` of the proxy, over UDP. */
  readonly proxy: string;
};

export type Baresip = {
  /** What it has written to its log. */
  log(): string;
  /** Types a command, as a user does at its terminal. */
  type(command: string): void;
  /** How many bits of sound have arrived in the last second of its call. */
  hearsBits(): number;
  stop(): Promise<void>;
};

/** A SIP phone that answers by itself, and whose microphone hears a tone. */
export function startBaresip({ name, secret, proxy }: Account): Baresip {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-baresip-'));
  const tone = join(folder, 'tone.wav');
  writeFileSync(tone, toneFile());
  const modules = ['stdio', 'g711', 'aubridge', 'aufile'].map((module) => `module ${module}.so`);
  const config = [
    'module_path /usr/lib/baresip/modules',
    'sip_listen 127.0.0.1:0',
    `audio_source aufile,${tone}`,
    'audio_player aubridge,line',
    'audio_alert aubridge,alert',
    'rtp_ports 41000-41999',
    ...modules,
    'module_tmp account.so',
    'module_app menu.so',
  ];
  writeFileSync(join(folder, 'config'), `${config.join('\n')}\n`);
  writeFileSync(join(folder, 'contacts'), '');
  writeFileSync(
    join(folder, 'accounts'),
    `<sip:${name}@demo.example;transport=udp>;auth_user=${name};auth_pass=${secret};outbound="${proxy};transport=udp";answermode=auto;regint=60;audio_codecs=PCMU,PCMA\n`,
    { mode: 0o600 },
  );
  const child = spawn(program, ['-f', folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return {
    log: () => output,
    // Its status line has what is sent, and what arrives.
    hearsBits: () => Number([...output.matchAll(/audio=\d+\/(\d+) \(bit\/s\)/g)].at(-1)?.[1] ?? 0),
    type: (command) => void child.stdin.write(`${command}\n`),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
