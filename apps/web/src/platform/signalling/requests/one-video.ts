import { isRefused, joinSdp, kindOf, splitSdp } from '@samtal/realtime-text';
import type { ScreenSection } from '../screen/screen-section-code.ts';
import { isOfSlides } from './media-sections.ts';

const refused = (section: readonly string[]): readonly string[] =>
  section.filter((line) => line !== 'a=bundle-only').map((line) => line.replace(/^(m=\S+) \S+/, '$1 0'));

/**
 * The peer's offer with one video, and one shared screen if this side takes screens; all others are refused, before
 * the browser makes anything for them (RFC 3264 §6). The video has no label: it is the video, however it is labelled.
 */
export function withOneVideo(body: string, screen?: ScreenSection): string {
  const { session, media } = splitSdp(body);
  const isOpen = (section: readonly string[]) => kindOf(section) === 'video' && !isRefused(section);
  const screenIndex = screen?.find(media) ?? -1;
  const others = media.filter((section, index) => isOpen(section) && index !== screenIndex);
  const video = others.find((section) => !isOfSlides(section)) ?? others[0];
  const extra = others.filter((section) => section !== video);
  const mids = extra.flatMap((section) => section.filter((line) => line.startsWith('a=mid:')));
  return joinSdp({
    session: session.map((line) =>
      line.startsWith('a=group:')
        ? line
            .split(' ')
            .filter((mid) => !mids.includes(`a=mid:${mid}`))
            .join(' ')
        : line,
    ),
    media: media.map((section) => {
      if (extra.includes(section)) return refused(section);
      return section === video ? section.filter((line) => !line.startsWith('a=content:')) : section;
    }),
  });
}
