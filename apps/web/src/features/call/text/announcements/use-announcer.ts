import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { initialAnnouncer, type ReadAloud, stepAnnouncer } from './announcer.ts';

/** How long an announcement stays in the page: a user who browses the page should not read it again. */
const SHOWN_MS = 3000;

/** An announcement; `id` is new for each one, because the same words may come again. */
export type Announcement = { readonly id: number; readonly words: string };

const silence: Announcement = { id: 0, words: '' };

/** The current announcement for `text`, which grows letter by letter; empty words = none. */
export function useAnnouncer(text: string, mode: ReadAloud): Announcement {
  const state = useRef(initialAnnouncer);
  const [announcement, setAnnouncement] = useState(silence);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function update(): void {
      const { state: next, words, waitMs } = stepAnnouncer(state.current, text, Date.now(), mode);
      state.current = next;
      if (words !== '') setAnnouncement(({ id }) => ({ id: id + 1, words }));
      if (waitMs !== undefined) timer = setTimeout(update, waitMs);
    }
    update();
    return () => clearTimeout(timer);
  }, [text, mode]);

  const { id, words } = announcement;
  // A busy page renders words late: the interval of one second starts when they are rendered.
  useLayoutEffect(() => {
    if (id > 0) state.current = { ...state.current, announcedAt: Date.now() };
  }, [id]);
  useEffect(() => {
    if (words === '') return;
    const timer = setTimeout(() => setAnnouncement({ id, words: '' }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, words]);

  return announcement;
}
