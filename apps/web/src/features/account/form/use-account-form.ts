import { useId, useState } from 'react';
import { type Problems, problemsOf, shownProblems, type Typing } from './field-values.ts';

export type AccountFormOptions<Name extends string> = {
  /** Visible fields, in order. */
  readonly names: readonly Name[];
  readonly initial: Readonly<Record<Name, string>>;
  /** Returns the errors of the values, as text. */
  readonly check: (values: Readonly<Record<Name, string>>) => Problems<Name>;
};

/** Props of one field: pass them all to a TextField. */
export type FieldInput = {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
};

export type AccountForm<Name extends string> = {
  readonly values: Readonly<Record<Name, string>>;
  readonly input: (name: Name) => FieldInput;
  /** All errors, shown or not, in the order of the fields. */
  readonly problems: readonly { readonly name: Name; readonly fieldId: string; readonly text: string }[];
  /** The user tried to submit an invalid form. */
  readonly wasSent: boolean;
  readonly showProblems: () => void;
  /** Marks a value that the server rejected; the error shows until the value changes. */
  readonly refuse: (name: Name, value: string, text: string) => void;
};

/** State of a form that shows the error of a field when the field is left, and all errors on submit. */
export function useAccountForm<Name extends string>({
  names,
  initial,
  check,
}: AccountFormOptions<Name>): AccountForm<Name> {
  const id = useId();
  const [typing, setTyping] = useState<Typing<Name>>({
    values: initial,
    left: [],
    wasSent: false,
    refusals: {} as Typing<Name>['refusals'],
  });
  const problems = problemsOf(typing, names, check);
  const shown = shownProblems(typing, problems);
  const idOf = (name: Name): string => `${id}-${name}`;
  return {
    values: typing.values,
    input: (name) => ({
      id: idOf(name),
      name,
      value: typing.values[name],
      error: shown[name],
      onChange(value) {
        setTyping((now) => ({ ...now, values: { ...now.values, [name]: value } }));
      },
      onBlur() {
        // An empty field shows no error yet: the user may only have moved the focus through it.
        if (typing.values[name] !== '' && !typing.left.includes(name))
          setTyping((now) => ({ ...now, left: [...now.left, name] }));
      },
    }),
    problems: names.flatMap((name) => {
      const text = problems[name];
      return text === undefined ? [] : [{ name, fieldId: idOf(name), text }];
    }),
    wasSent: typing.wasSent,
    showProblems: () => setTyping((now) => ({ ...now, wasSent: true })),
    refuse: (name, value, text) =>
      setTyping((now) => ({ ...now, refusals: { ...now.refusals, [name]: { value, text } } })),
  };
}
