/** What is typed, and what has been said about it. */
export type Typing<Name extends string> = {
  readonly values: Readonly<Record<Name, string>>;
  /** Fields that have been left once: from then on they say what is wrong with them. */
  readonly left: readonly Name[];
  /** Somebody tried to send: every field says what is wrong with it. */
  readonly wasSent: boolean;
  /** Values that the server does not take, with its reason; they count as long as they are unchanged. */
  readonly refusals: Readonly<Partial<Record<Name, { readonly value: string; readonly text: string }>>>;
};

export type Problems<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** Everything that is wrong, by the rules of the form and by what the server has said. */
export function problemsOf<Name extends string>(
  { values, refusals }: Pick<Typing<Name>, 'values' | 'refusals'>,
  names: readonly Name[],
  check: (values: Typing<Name>['values']) => Problems<Name>,
): Problems<Name> {
  const byRule = check(values);
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const refusal = refusals[name];
    const refused = refusal?.value === values[name] ? refusal.text : undefined;
    const text = byRule[name] ?? refused;
    if (text !== undefined) found[name] = text;
  }
  return found;
}

/** What is said of what is wrong: not yet of a field that nobody has left. */
export function shownProblems<Name extends string>(
  { left, wasSent, refusals }: Typing<Name>,
  problems: Problems<Name>,
): Problems<Name> {
  const isShown = (name: string): boolean =>
    wasSent || left.some((each) => each === name) || Object.hasOwn(refusals, name);
  return Object.fromEntries(Object.entries(problems).filter(([name]) => isShown(name))) as Problems<Name>;
}
