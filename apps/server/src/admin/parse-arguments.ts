import { parseArgs } from 'node:util';
import type { CommandLine, Invocation } from './command.ts';

export type Parsed =
  | { readonly ok: true; readonly invocation: Invocation }
  | { readonly ok: false; readonly problem: string };

type OptionToken = { readonly name: string; readonly rawName: string } & (
  | { readonly value: string; readonly inlineValue: boolean }
  | { readonly value: undefined; readonly inlineValue: undefined }
);

function optionProblem(command: CommandLine, option: OptionToken): string | undefined {
  const { name, rawName, value, inlineValue } = option;
  const takes = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (takes === undefined) return `There is no option ${rawName}.`;
  if (takes === '') return inlineValue ? `${rawName} takes no value.` : undefined;
  if (value === undefined) return `${rawName} needs a value: ${takes}.`;
  if (inlineValue || !value.startsWith('-')) return undefined;
  return `${rawName} needs a value: ${takes}. A value that begins with "-" is written ${rawName}=${value}.`;
}

function wordsProblem(command: CommandLine, words: readonly string[]): string | undefined {
  const needed = command.words.match(/<[^>]+>/g) ?? [];
  const missing = needed[words.length];
  if (missing !== undefined) return `${missing} is missing.`;
  const optional = command.words.match(/\[[^\]]+\]/g) ?? [];
  const takesMany = command.words.includes('…');
  const extra = words[needed.length + optional.length];
  if (extra === undefined || takesMany) return undefined;
  // An address that the shell has split, for its password has a space.
  if (words.some((word) => word.includes('://'))) return 'One word too many. An address is one word.';
  if (command.readsTable === true)
    return `"${extra}" is one word too many. The table is read from the standard input: < ${extra}`;
  return `"${extra}" is one word too many.`;
}

const typeOf = (value: string) => ({ type: value === '' ? 'boolean' : 'string' }) as const;

/** Parses the words after a command's name strictly: a mistyped option must not be ignored. */
export function parseArguments(command: CommandLine, given: readonly string[]): Parsed {
  const { positionals: words, tokens } = parseArgs({
    args: [...given],
    options: Object.fromEntries(
      Object.entries(command.options).map(([name, value]) => [name, typeOf(value)]),
    ),
    allowPositionals: true,
    tokens: true,
    // The tokens are checked here, for messages that name what the command takes.
    strict: false,
  });
  const optionTokens = tokens.filter((token) => token.kind === 'option');
  const problem =
    optionTokens.map((option) => optionProblem(command, option)).find((each) => each !== undefined) ??
    wordsProblem(command, words);
  if (problem !== undefined) return { ok: false, problem };
  const options = new Map(optionTokens.map(({ name, value }) => [name, value ?? '']));
  return { ok: true, invocation: { words, options } };
}
