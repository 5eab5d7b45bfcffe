import type { Command } from '../command.ts';
import { printTable } from '../print-table.ts';

const MOST = 1000;

const outbox: Command = {
  words: '',
  options: {},
  summary: 'shows the mails that no mail server has taken yet, the latest first',
  async run(_invocation, { outbox: { list }, print }) {
    const rows = (await list(MOST)).map(({ sentAt, to, subject }) => [sentAt, to, subject]);
    printTable([['WRITTEN', 'TO', 'SUBJECT'], ...rows], print);
  },
};

export const outboxCommands: Readonly<Record<string, Command>> = { outbox };
