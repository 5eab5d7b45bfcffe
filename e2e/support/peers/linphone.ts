import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../../tools/debian.mjs';
import { toneFile } from './tone-file.ts';

const python = '/usr/bin/python3';
const packages = ['liblinphone10', 'python3-minimal'];
const isThere = (): boolean => existsSync(python) && globSync('/usr/lib/*/liblinphone.so.10').length > 0;

/** Whether liblinphone can be used here; installs it from Debian if this user may do so. */
export const hasLinphone = (): boolean => ensureDebianPackages(packages, isThere);

export const NO_LINPHONE = `liblinphone is not installed and may not be installed here (Debian: ${packages.join(', ')}).`;

type Account = {
  readonly name: string;
  readonly secret: string;
  /** `sip:host:port` of the proxy, over UDP. */
  readonly proxy: string;
};

type Event = Partial<Readonly<Record<'registration' | 'state' | 'character' | 'digit', string>>>;

export type Linphone = {
  /** The last state of its registration, e.g. `Ok`. */
  registration(): string;
  /** Every state of its calls, in order, e.g. `IncomingReceived`. */
  states(): readonly string[];
  /** What its user reads. */
  read(): string;
  answer(): void;
  call(uri: string): void;
  /** Calls with text alone. */
  callByText(uri: string): void;
  type(text: string): void;
  /** The tones (DTMF) that it has received. */
  digits(): string;
  /** The loudest sample of all the sound that it has received, of 32767. */
  loudest(): number;
  /** Refuses a call with 603. */
  decline(): void;
  hold(): void;
  resume(): void;
  hangUp(): void;
  stop(): Promise<void>;
};

/** The loudest 16-bit sample of a WAV file, which may still grow. */
function loudestIn(file: string): number {
  if (!existsSync(file)) return 0;
  const data = readFileSync(file).subarray(44);
  let loudest = 0;
  for (let at = 0; at + 1 < data.length; at += 2) loudest = Math.max(loudest, Math.abs(data.readInt16LE(at)));
  return loudest;
}

/** A phone made of liblinphone, with a tone as its sound and with real-time text over RTP (RFC 4103). */
export function startLinphone({ name, secret, proxy }: Account): Linphone {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-linphone-'));
  // It starts only where it can keep its database.
  mkdirSync(join(folder, '.local/share/linphone'), { recursive: true });
  writeFileSync(join(folder, 'tone.wav'), toneFile());
  const script = join(import.meta.dirname, 'linphone.py');
  const child = spawn(python, [script, folder, name, 'demo.example', secret, proxy], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, HOME: folder },
  });
  const events: Event[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    const lines = `${rest}${data}`.split('\n');
    rest = lines.pop() ?? '';
    // liblinphone writes lines of its own, too.
    for (const line of lines) if (line.startsWith('{"')) events.push(JSON.parse(line) as Event);
  });
  const say = (line: string): void => void child.stdin.write(`${line}\n`);
  const all = (what: keyof Event): readonly string[] => events.flatMap((event) => event[what] ?? []);
  return {
    registration: () => all('registration').at(-1) ?? '',
    states: () => all('state'),
    read: () => all('character').join(''),
    answer: () => say('answer'),
    call: (uri) => say(`call ${uri}`),
    callByText: (uri) => say(`text ${uri}`),
    type: (text) => say(`type ${JSON.stringify(text)}`),
    digits: () => all('digit').join(''),
    loudest: () => loudestIn(join(folder, 'heard.wav')),
    decline: () => say('decline'),
    hold: () => say('hold'),
    resume: () => say('resume'),
    hangUp: () => say('hangup'),
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
