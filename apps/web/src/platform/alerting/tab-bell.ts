import type { TabBell } from '../../client/ports/attention.ts';

/**
 * Shows a bell in the tab's title and icon. A title that a page sets while the bell is shown gets the bell
 * too, and stays when the bell is removed. If several bells are shown, the title is that of the latest.
 * @param alertIcon adds a sign to the icon at address `icon`; resolves with the address of the result
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
  // The pages set their own titles, without knowing about the bell.
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
        // If the icon cannot be drawn, it stays as it was; the title has the bell.
        showIcon().catch(() => undefined);
      }
      bells = [...bells, bell];
      writeTitle();
      return () => {
        if (!bells.includes(bell)) return;
        // A title that the page has set since the observer last ran is kept.
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
