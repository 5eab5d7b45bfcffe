import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { initialAnnouncer, listen, type ReadAloud } from './announcer.ts';

/** How long words stay where a screen reader finds them; then they would be read a second time by browsing. */
const SHOWN_MS = 3000;

/** Words to be said now; each has a number of its own, for the same words may have to be said again. */
export type Announcement = { readonly id: number; readonly words: string };

const silence: Announcement = { id: 0, words: '' };

/** What is to be said now of a text that grows letter by letter. */
export function useAnnouncer(text: string, mode: ReadAloud): Announcement {
  const state = useRef(initialAnnouncer);
  const [announcement, setAnnouncement] = useState(silence);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look(): void {
      const { state: next, words, waitMs } = listen(state.current, text, Date.now(), mode);
      state.current = next;
      if (words !== '') setAnnouncement(({ id }) => ({ id: id + 1, words }));
      if (waitMs !== undefined) timer = setTimeout(look, waitMs);
    }
    look();
    return () => clearTimeout(timer);
  }, [text, mode]);

  const { id, words } = announcement;
  // A busy page shows words later than it decided to: the listener's second begins when they are there.
  useLayoutEffect(() => {
    if (id > 0) state.current = { ...state.current, saidAt: Date.now() };
  }, [id]);
  useEffect(() => {
    if (words === '') return;
    const timer = setTimeout(() => setAnnouncement({ id, words: '' }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, words]);

  return announcement;
}
