import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

/** A program of a test, in a folder of its own. */
export type Program = {
  stop(): Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again, as its service manager would. */
  start(): Promise<void>;
};

/**
 * Starts a program; its folder is removed at the end.
 * @param launch resolves when the program is ready
 */
export async function keepProgram(launch: () => Promise<ChildProcess>, folder: string): Promise<Program> {
  let child = await launch();
  const endWithThis = () => child.kill('SIGKILL');
  process.once('exit', endWithThis);
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return {
    kill: () => end('SIGKILL'),
    async start() {
      child = await launch();
    },
    async stop() {
      await end('SIGTERM');
      process.off('exit', endWithThis);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
