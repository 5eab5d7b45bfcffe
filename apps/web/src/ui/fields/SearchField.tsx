import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import { VisuallyHidden } from '../page/VisuallyHidden.tsx';
import { TextField } from './TextField.tsx';

/** Pause in typing before a search starts (001 §9). */
const pauseMs = 400;

export type SearchFieldProps = {
  readonly label: string;
  /** Name of the button that empties the field. */
  readonly clearLabel: string;
  /** Search text when the field appears. */
  readonly initialWords: string;
  /** Receives the trimmed search text after a pause in typing. */
  readonly onSearch: (words: string) => void;
  /** Announces the result, for users who do not see the list change (WCAG 4.1.3). */
  readonly outcome: string | undefined;
};

/** A search field. The search starts at a pause in typing. */
export function SearchField({ label, clearLabel, initialWords, onSearch, outcome }: SearchFieldProps) {
  const [words, setWords] = useState(initialWords);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => onSearch(words.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [words, onSearch]);

  function clear(): void {
    setWords('');
    // Clearing the text removes the clear button, so the focus moves to the field.
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
