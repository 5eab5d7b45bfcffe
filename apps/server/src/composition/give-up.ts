import type { Config } from '../config/config.ts';
import { DataDirError } from '../storage/database/data-dir-error.ts';
import { DatabaseError } from '../storage/database/postgres-error.ts';

/** Ends the process with one clear line instead of a stack trace. */
export function giveUp(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const isListenError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error;

export function explainListenError(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): never {
  const code = isListenError(error) ? error.code : undefined;
  if (code === 'EADDRINUSE')
    giveUp(`Port ${port} is taken. Stop what uses it, or choose another: PORT=8081 npm start`);
  if (code === 'EACCES') giveUp(`This user may not listen on port ${port}. Choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL') giveUp(`This machine has no address ${host} (HOST).`);
  throw error;
}

export function explainStorageError(error: unknown): never {
  if (error instanceof DataDirError) giveUp(`DATA_DIR: ${error.message}`);
  if (error instanceof DatabaseError) giveUp(`DATABASE_URL: ${error.message}`);
  throw error;
}
