import { useEffect, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { TextField } from './TextField.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Nobody is asked before the person pauses this long (001 §9). */
const pauseMs = 400;

export type SearchFieldProps = {
  readonly label: string;
  /** Name of the button that empties the field. */
  readonly clearLabel: string;
  /** What is looked for already when the field appears. */
  readonly initialWords: string;
  /** What is looked for, trimmed, after a pause in typing. */
  readonly onSearch: (words: string) => void;
  /** What came of it, for those who do not see the list change (WCAG 4.1.3). */
  readonly outcome: string | undefined;
};

/** Words to look for; the search follows the typing with a pause. */
export function SearchField({ label, clearLabel, initialWords, onSearch, outcome }: SearchFieldProps) {
  const [words, setWords] = useState(initialWords);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => onSearch(words.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [words, onSearch]);

  function clear(): void {
    setWords('');
    // The button goes with the words.
    field.current?.focus();
  }

  return (
    <search>
      <TextField
        ref={field}
        label={label}
        value={words}
        onChange={setWords}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        end={words === '' ? undefined : <IconButton label={clearLabel} icon="close" onPress={clear} />}
      />
      <VisuallyHidden>
        <output>{outcome}</output>
      </VisuallyHidden>
    </search>
  );
}
