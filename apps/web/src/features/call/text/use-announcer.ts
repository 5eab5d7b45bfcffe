import { useEffect, useRef, useState } from 'react';
import { type AnnouncerStep, initialAnnouncer, PAUSE_MS, pauseElapsed, textChanged } from './announcer.ts';

/** How long words stay where a screen reader finds them; then they would be read a second time by browsing. */
const SHOWN_MS = 3000;

/** The words to be said now of a text that grows letter by letter. */
export function useAnnouncer(text: string): string {
  const state = useRef(initialAnnouncer);
  const [words, setWords] = useState('');

  useEffect(() => {
    function take(step: AnnouncerStep): boolean {
      state.current = step.state;
      if (step.words !== '') setWords(step.words);
      return step.waits;
    }
    if (!take(textChanged(state.current, text, Date.now()))) return;
    const timer = setTimeout(() => take(pauseElapsed(state.current, Date.now())), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    if (words === '') return;
    const timer = setTimeout(() => setWords(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [words]);

  return words;
}
