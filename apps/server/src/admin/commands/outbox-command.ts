import type { Command } from '../command.ts';

const MOST = 1000;

const outbox: Command = {
  words: '',
  options: {},
  summary: 'shows the mails that no mail server has taken yet, the latest first',
  async run(_invocation, { outbox: { list }, print }) {
    for (const { sentAt, to, subject } of await list(MOST)) print(`${sentAt}  ${to}  ${subject}`);
  },
};

export const outboxCommands: Readonly<Record<string, Command>> = { outbox };
