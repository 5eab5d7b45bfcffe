import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { nodeForServer } from '../../../tools/runtime.mjs';
import { production } from './samtal-server.ts';

const run = promisify(execFile);

/** Debian's user and group `nobody`, who owns no file of the archive. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

export type UnpackedRelease = {
  /** Every file below the folder of the archive. */
  files(): string[];
  /** Runs `bin/samtal` to its end; resolves to what it prints. */
  samtal(...words: string[]): Promise<string>;
  /** Where the archive is unpacked. */
  readonly folder: string;
  /** The folder with the data, where its programs run. */
  readonly dataDir: string;
  /** Runs `bin/samtal start` until it is ready. */
  start(env?: Readonly<Record<string, string>>): Promise<{
    readonly url: string;
    readonly pid: number;
    readonly program: string;
    stop(): Promise<number | null>;
  }>;
  remove(): void;
};

/**
 * Unpacks an archive without Node far from the project, for a user who may write to the data folder only. The
 * environment has what production needs, and a PATH with Node and the programs of the system.
 */
export async function unpackRelease(archive: string): Promise<UnpackedRelease> {
  const place = mkdtempSync(join(tmpdir(), 'samtal-unpacked-'));
  chmodSync(place, 0o755);
  await run('tar', ['-xzf', archive, '-C', place]);
  const folder = join(place, basename(archive, '.tar.gz'));
  const [programs, dataDir] = [join(place, 'programs'), join(place, 'data')];
  for (const made of [programs, dataDir]) mkdirSync(made);
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
  // A copy: the user may not enter the folder of the project.
  cpSync(nodeForServer(), join(programs, 'node'));
  const settings = {
    cwd: dataDir,
    env: {
      ...production,
      NODE_ENV: 'production',
      PATH: `${programs}:/usr/bin:/bin`,
      DATA_DIR: dataDir,
      PORT: '0',
      STUN_PORT: '0',
    },
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  };
  const program = join(folder, 'bin/samtal');
  return {
    files: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((file) => file.replaceAll('\\', '/'))
        .toSorted(),
    samtal: async (...words) => (await run(program, words, settings)).stdout,
    folder,
    dataDir,
    async start(env = {}) {
      const child: ChildProcess = spawn(program, ['start'], {
        ...settings,
        env: { ...settings.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const { stdout, stderr } = child;
      if (stdout === null || stderr === null) throw new Error('the server has no output');
      const complaints: string[] = [];
      createInterface({ input: stderr }).on('line', (line) => complaints.push(line));
      const gone = once(child, 'exit');
      const url = await new Promise<string>((resolve, reject) => {
        createInterface({ input: stdout }).on('line', (line) => {
          const ready = /^ready: (\S+)/.exec(line);
          if (ready?.[1] !== undefined) resolve(ready[1]);
        });
        child.once('exit', (code) =>
          reject(new Error(`the server ended with ${code}:\n${complaints.join('\n')}`)),
        );
      });
      return {
        url,
        pid: child.pid ?? 0,
        program: readlinkSync(`/proc/${child.pid}/exe`),
        async stop() {
          child.kill('SIGTERM');
          await gone;
          return child.exitCode;
        },
      };
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}
