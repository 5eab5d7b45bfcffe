import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const isSource = existsSync(fileURLToPath(new URL('../../../../tools/admin.mjs', import.meta.url)));

/** How the operator runs the tool here: a release has no npm scripts (decision D95). */
export const TOOL_COMMAND = isSource ? 'npm run admin --' : 'samtal admin';
