import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type AnnouncerState, initialAnnouncer, type ReadAloud, stepAnnouncer } from './announcer.ts';

/** How long an announcement stays in the page: a user who browses the page should not read it again. */
const SHOWN_MS = 3000;

/** An announcement; `id` is new for each one, because the same words may come again. */
export type Announcement = { readonly id: number; readonly words: string };

const silence: Announcement = { id: 0, words: '' };

/** What was announced in each of two calls (decision D85). */
export type Announcers = Map<string, AnnouncerState>;

/** Keeps the state of a call, and of the one before it. */
function keep(announcers: Announcers, callId: string, state: AnnouncerState): void {
  announcers.set(callId, state);
  for (const other of announcers.keys())
    if (announcers.size > 2 && other !== callId) announcers.delete(other);
}

/**
 * The current announcement for `text`, which grows letter by letter; empty words = none.
 * @param announcers where the state stays while another call is in front
 */
export function useAnnouncer(
  text: string,
  mode: ReadAloud,
  callId: string,
  announcers: Announcers,
): Announcement {
  const state = useRef(announcers.get(callId) ?? initialAnnouncer);
  const [announcement, setAnnouncement] = useState(silence);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function update(): void {
      const { state: next, words, waitMs } = stepAnnouncer(state.current, text, performance.now(), mode);
      state.current = next;
      keep(announcers, callId, next);
      if (words !== '') setAnnouncement(({ id }) => ({ id: id + 1, words }));
      if (waitMs !== undefined) timer = setTimeout(update, waitMs);
    }
    update();
    return () => clearTimeout(timer);
  }, [text, mode, callId, announcers]);

  const { id, words } = announcement;
  // A busy page renders words late: the interval of one second starts when they are rendered.
  useLayoutEffect(() => {
    if (id > 0) state.current = { ...state.current, announcedAt: performance.now() };
  }, [id]);
  useEffect(() => {
    if (words === '') return;
    const timer = setTimeout(() => setAnnouncement({ id, words: '' }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, words]);

  return announcement;
}
