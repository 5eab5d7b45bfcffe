import type { Page } from '@playwright/test';

/** The visible appearance: how light the page is, from 0 to 1, and the contrast of its text. */
export async function look(page: Page) {
  return page.evaluate(() => {
    const lightness = (colour: string): number => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const { backgroundColor, color } = getComputedStyle(document.body);
    const [behind, words] = [lightness(backgroundColor), lightness(color)];
    return {
      theme: document.documentElement.dataset['theme'],
      isDark: behind < 0.2,
      contrast: (Math.max(behind, words) + 0.05) / (Math.min(behind, words) + 0.05),
      stored: localStorage.getItem('darkTheme'),
    };
  });
}
