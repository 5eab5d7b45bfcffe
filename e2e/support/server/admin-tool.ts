import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nodeForServer, root } from '../../../tools/runtime.mjs';

const run = promisify(execFile);

/** Where a running server has its data; without an address of a database they are in the folder. */
export type ServerData = { readonly dataDir: string; readonly databaseUrl?: string };

/** Runs the operator's tool on the data of a running server (decision D24). */
export async function adminTool(data: string | ServerData, ...words: string[]): Promise<string> {
  const { dataDir, databaseUrl = '' }: ServerData = typeof data === 'string' ? { dataDir: data } : data;
  const { stdout } = await run(nodeForServer(), ['apps/server/src/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SAMTAL_MODE: 'test' },
  });
  return stdout;
}

/** Adds the account of a user whose last name is Caller; resolves to its password. */
export async function addCaller(data: string | ServerData, name: string): Promise<string> {
  const added = await adminTool(data, 'add', name, '--firstname', name, '--lastname', 'Caller');
  const password = /^Password: (.+)$/m.exec(added)?.[1];
  if (password === undefined) throw new Error(`the tool has given no password:\n${added}`);
  return password;
}
