import type { TabBell } from '../../client/ports/attention.ts';

/**
 * The bell in the title and on the icon of the tab. Titles that the pages set meanwhile get the bell as well, and are
 * what is left when it goes. The latest of several bells is seen.
 * @param alertIcon the icon with a sign on it, made from the address of the one that is there
 */
export function createTabBell(page: Document, alertIcon: (icon: string) => Promise<string>): TabBell {
  let bells: readonly { readonly words: string | undefined }[] = [];
  let title = '';
  let written = '';

  const writeTitle = (): void => {
    const bell = bells.at(-1);
    written = bell === undefined ? title : `🔔 ${bell.words ?? title}`;
    page.title = written;
  };
  // The pages name themselves and need not know of the bell.
  const renaming = new MutationObserver(() => {
    if (page.title === written) return;
    title = page.title;
    writeTitle();
  });

  const iconLink = (): HTMLLinkElement | null => page.querySelector('link[rel~=icon]');
  let icon: string | undefined;
  const showIcon = async (): Promise<void> => {
    const link = iconLink();
    if (link === null || icon !== undefined) return;
    icon = link.href;
    const withSign = await alertIcon(icon);
    if (bells.length > 0) link.href = withSign;
  };
  const restoreIcon = (): void => {
    const link = iconLink();
    if (link !== null && icon !== undefined) link.href = icon;
    icon = undefined;
  };

  return {
    show(words) {
      const bell = { words };
      if (bells.length === 0) {
        title = page.title;
        renaming.observe(page.head, { childList: true, characterData: true, subtree: true });
        // A picture that cannot be drawn leaves the icon as it was; the title has the bell.
        showIcon().catch(() => undefined);
      }
      bells = [...bells, bell];
      writeTitle();
      return () => {
        if (!bells.includes(bell)) return;
        // What has been named since the observer last looked is not lost.
        if (page.title !== written) title = page.title;
        bells = bells.filter((other) => other !== bell);
        writeTitle();
        if (bells.length > 0) return;
        renaming.disconnect();
        restoreIcon();
      };
    },
  };
}
