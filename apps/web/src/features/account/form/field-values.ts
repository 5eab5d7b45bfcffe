/** Values of a form, and the errors to show. */
export type Typing<Name extends string> = {
  readonly values: Readonly<Record<Name, string>>;
  /** Fields that the user has left once: from then on they show their errors. */
  readonly left: readonly Name[];
  /** The user tried to submit: every field shows its errors. */
  readonly wasSent: boolean;
  /** Values that the server rejected, with its reason; valid while the value is unchanged. */
  readonly refusals: Readonly<Partial<Record<Name, { readonly value: string; readonly text: string }>>>;
};

export type Problems<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** All errors, by the rules of the form and by the server's answers. */
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

/** The error to show: none before the user has left the field. */
export function shownProblems<Name extends string>(
  { left, wasSent, refusals }: Typing<Name>,
  problems: Problems<Name>,
): Problems<Name> {
  const isShown = (name: string): boolean =>
    wasSent || left.some((each) => each === name) || Object.hasOwn(refusals, name);
  return Object.fromEntries(Object.entries(problems).filter(([name]) => isShown(name))) as Problems<Name>;
}
