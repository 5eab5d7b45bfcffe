import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backUp } from '../storage/back-up.ts';
import type { Command } from './command.ts';
import { AdminError } from './command.ts';

const backup: Command = {
  words: '<file>',
  options: {},
  summary: 'writes a copy of the database while the server runs; keep kiosk.key with it',
  async run({ words }, { config, print }) {
    const file = resolve(words[0] ?? '');
    if (existsSync(file)) throw new AdminError(`${file} exists already. Choose another name.`);
    try {
      backUp(config.dataDir, file);
    } catch (error) {
      throw new AdminError(`${file} could not be written: ${error instanceof Error ? error.message : ''}`);
    }
    print(`The database has been copied to ${file}.`);
  },
};

export const backupCommands: Readonly<Record<string, Command>> = { backup };
