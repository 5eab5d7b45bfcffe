import type { Config } from '../config/config.ts';
import { DataDirError, explainDataDir, isReadOnly } from '../storage/database/data-dir-error.ts';
import { DatabaseError } from '../storage/database/postgres-error.ts';
import { ProcessesError } from '../storage/server-lock/processes-error.ts';

/** Ends the process with one clear line instead of a stack trace. */
export function giveUp(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the error code says that the look-up of a host name has failed. */
const isUnknownName = (code: string): boolean => code === 'ENOTFOUND' || code.startsWith('EAI_');

type Place = { readonly host: string; readonly port: number };

/** Why the web server cannot listen, with the variable and what to do; undefined for any other error. */
export function listenProblem(error: unknown, { host, port }: Place): string | undefined {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return `PORT: port ${port} is taken. Stop what uses it, or choose another one, such as PORT=8081.`;
  if (code === 'EACCES') return `PORT: this user may not listen on port ${port}. Choose one above 1023.`;
  if (code === 'EADDRNOTAVAIL')
    return `HOST: this machine has no address ${host}. Set it to one that it has, such as 127.0.0.1.`;
  if (isUnknownName(code))
    return `HOST: the name ${host} is unknown. Set it to an address of this machine, such as 127.0.0.1.`;
  return undefined;
}

/** Why the port for the network of this machine (`--lan`) cannot be opened, and what to do. */
export function lanProblem(error: unknown, port: number): string {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return `LAN_PORT: port ${port} is taken. Stop what uses it, or choose another one.`;
  if (code === 'EACCES') return `LAN_PORT: this user may not listen on port ${port}. Choose one above 1023.`;
  return `LAN_PORT: port ${port} cannot be opened (${error instanceof Error ? error.message : String(error)}).`;
}

/** Why the listener of the metrics cannot listen, with the variable and what to do. */
export function metricsProblem(error: unknown, { host, port }: Place): string {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return `METRICS_PORT: port ${port} is taken on ${host}. Stop what uses it, or choose another one.`;
  if (code === 'EACCES')
    return `METRICS_PORT: this user may not listen on port ${port}. Choose one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || isUnknownName(code))
    return `METRICS_HOST: this machine has no address ${host}. Set it to one that it has, such as 127.0.0.1.`;
  const reason = error instanceof Error ? error.message : String(error);
  return `METRICS_HOST, METRICS_PORT: the metrics cannot be served on ${host}, port ${port} (${reason}).`;
}

/** Why STUN cannot listen, with the variable and what to do. */
export function stunProblem(error: unknown, { host, port }: Place): string {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return `STUN_PORT: UDP port ${port} is taken on ${host}. Stop what uses it, or choose another one.`;
  if (code === 'EACCES')
    return `STUN_PORT: this user may not listen on UDP port ${port}. Choose one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || isUnknownName(code))
    return `STUN_HOST: this machine has no address ${host}. Set it to one that it has, or to 0.0.0.0 for all; without STUN_HOST the value of HOST counts.`;
  const reason = error instanceof Error ? error.message : String(error);
  return `STUN_HOST, STUN_PORT: STUN cannot listen on ${host}, UDP port ${port} (${reason}).`;
}

export function explainListenError(error: unknown, config: Pick<Config, 'host' | 'port'>): never {
  const problem = listenProblem(error, config);
  if (problem === undefined) throw error;
  giveUp(problem);
}

export function explainStorageError(error: unknown, { dataDir }: Pick<Config, 'dataDir'>): never {
  if (isReadOnly(error)) giveUp(`DATA_DIR: ${explainDataDir(dataDir, error).message}`);
  if (error instanceof DataDirError) giveUp(`DATA_DIR: ${error.message}`);
  if (error instanceof ProcessesError) giveUp(`SERVER_PROCESSES: ${error.message}`);
  if (error instanceof DatabaseError) giveUp(`DATABASE_URL: ${error.message}`);
  throw error;
}
