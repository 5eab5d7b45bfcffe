import { useEffect, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { TextField } from './TextField.tsx';

/** Nobody is asked before the person pauses this long (001 §9). */
const pauseMs = 400;

export type SearchFieldProps = {
  readonly label: string;
  /** Name of the button that empties the field. */
  readonly clearLabel: string;
  /** What is looked for, trimmed, after a pause in typing. */
  readonly onSearch: (words: string) => void;
};

/** Words to look for; the search follows the typing with a pause. */
export function SearchField({ label, clearLabel, onSearch }: SearchFieldProps) {
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(words.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [words, onSearch]);
  return (
    <search>
      <TextField
        label={label}
        value={words}
        onChange={setWords}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        end={
          words === '' ? undefined : (
            <IconButton label={clearLabel} icon="close" onPress={() => setWords('')} />
          )
        }
      />
    </search>
  );
}
