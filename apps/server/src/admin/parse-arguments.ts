import type { CommandLine, Invocation } from './command.ts';

export type Parsed =
  | { readonly ok: true; readonly invocation: Invocation }
  | { readonly ok: false; readonly problem: string };

/** Parses the words after a command's name strictly: a mistyped option must not be ignored. */
export function parseArguments(command: CommandLine, given: readonly string[]): Parsed {
  const words: string[] = [];
  const options = new Map<string, string>();
  const rest = [...given];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('--')) {
      words.push(word);
      continue;
    }
    const [name = '', ...value] = word.slice(2).split('=');
    const takes = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
    if (takes === undefined) return { ok: false, problem: `There is no option --${name}.` };
    if (takes === '') options.set(name, '');
    else {
      const text = value.length > 0 ? value.join('=') : rest.shift();
      if (text === undefined) return { ok: false, problem: `--${name} needs a value: ${takes}.` };
      options.set(name, text);
    }
  }
  const needed = command.words.match(/<[^>]+>/g) ?? [];
  const missing = needed[words.length];
  if (missing !== undefined) return { ok: false, problem: `${missing} is missing.` };
  const optional = command.words.match(/\[[^\]]+\]/g) ?? [];
  const takesMany = command.words.includes('…');
  const extra = words[needed.length + optional.length];
  if (extra !== undefined && !takesMany) return { ok: false, problem: `"${extra}" is one word too many.` };
  return { ok: true, invocation: { words, options } };
}
