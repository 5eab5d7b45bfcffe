import type { TextKey } from '../../i18n/index.ts';

/** The messages for rejecting a call that every user has (decision D33). */
export const READY_MESSAGES = [
  'call.rejectmessage.later',
  'call.rejectmessage.busy',
  'call.rejectmessage.soon',
] as const satisfies readonly TextKey[];

/** The longest own message, and how many of them are kept. */
export const MESSAGE_LENGTH = 160;
export const MOST_MESSAGES = 6;

/** The messages that a setting holds, one in each line. */
export const keptMessages = (setting = ''): readonly string[] =>
  setting
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MOST_MESSAGES);

/** `messages` with `message` in front, which is in the list once; the oldest beyond the limit is left out. */
export const withMessage = (messages: readonly string[], message: string): readonly string[] =>
  keptMessages([message.replaceAll('\n', ' '), ...withoutMessage(messages, message)].join('\n'));

export const withoutMessage = (messages: readonly string[], message: string): readonly string[] =>
  messages.filter((each) => each !== message);

/** The setting for these messages as a user writes them: each once, and none that is blank. */
export const settingOf = (messages: readonly string[]): string =>
  keptMessages([...new Set(messages.map((message) => message.trim()))].join('\n')).join('\n');
