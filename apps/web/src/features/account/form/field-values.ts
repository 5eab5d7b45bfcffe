/** State of a form: its values, and what decides which errors are shown. */
export type Typing<Name extends string> = {
  readonly values: Readonly<Record<Name, string>>;
  /** Fields that the user has left with a value in them: from then on they show their errors. */
  readonly left: readonly Name[];
  /** The user tried to submit: every field shows its errors. */
  readonly wasSent: boolean;
  /** Values that the server rejected, with the error text, which counts only while the value is unchanged. */
  readonly refusals: Readonly<Partial<Record<Name, { readonly value: string; readonly text: string }>>>;
};

export type Problems<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/**
 * The error of each field, shown or not: what `check` finds, or else what the server reported, if the value has
 * not changed since.
 */
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

/**
 * The errors to show: all after the user has tried to submit; before that, those of fields that the user has
 * left or whose value the server has rejected.
 */
export function shownProblems<Name extends string>(
  { left, wasSent, refusals }: Typing<Name>,
  problems: Problems<Name>,
): Problems<Name> {
  const isShown = (name: string): boolean =>
    wasSent || left.some((each) => each === name) || Object.hasOwn(refusals, name);
  return Object.fromEntries(Object.entries(problems).filter(([name]) => isShown(name))) as Problems<Name>;
}
