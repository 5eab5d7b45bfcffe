import { expect, test } from '../support/journey.ts';
import { look } from '../support/page/look.ts';

for (const { device, theme, isDark } of [
  { device: { colorScheme: 'dark' }, theme: 'dark', isDark: true },
  { device: { colorScheme: 'light', contrast: 'more' }, theme: 'contrast', isDark: true },
] as const)
  test(`THEME-02 a device that asks for ${JSON.stringify(device)} gets it until the user chooses otherwise`, async ({
    person,
    server,
  }) => {
    const alice = await person('alice', device);
    const { page } = alice;
    expect(await look(page)).toMatchObject({ theme, isDark, stored: null });
    // WCAG 1.4.6 where the device asks for more contrast, 1.4.3 elsewhere.
    expect((await look(page)).contrast).toBeGreaterThanOrEqual('contrast' in device ? 7 : 4.5);
    await page.evaluate(() => localStorage.setItem('darkTheme', 'false'));
    await page.goto(server.url);
    expect(await look(page)).toMatchObject({ theme: 'light', isDark: false });
  });
