import { useId, useState } from 'react';
import { type Problems, problemsOf, shownProblems, type Typing } from './field-values.ts';

export type AccountFormOptions<Name extends string> = {
  /** Fields that can be seen, in their order. */
  readonly names: readonly Name[];
  readonly initial: Readonly<Record<Name, string>>;
  /** What is wrong with values, in words. */
  readonly check: (values: Readonly<Record<Name, string>>) => Problems<Name>;
  readonly onChange?: (values: Readonly<Record<Name, string>>) => void;
};

/** For one field: give it all to a TextField. */
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
  /** Everything that is wrong, shown or not, in the order of the form. */
  readonly problems: readonly { readonly name: Name; readonly fieldId: string; readonly text: string }[];
  /** Somebody has tried to send it as it is not ready. */
  readonly wasSent: boolean;
  readonly showProblems: () => void;
  /** The server does not take the value that a field had; says so until it is changed. */
  readonly refuse: (name: Name, value: string, text: string) => void;
};

/** A form that judges its fields when they are left, and all of them when it is sent. */
export function useAccountForm<Name extends string>({
  names,
  initial,
  check,
  onChange,
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
        onChange?.({ ...typing.values, [name]: value });
      },
      onBlur() {
        // Who passes by without typing has not made a mistake yet.
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
