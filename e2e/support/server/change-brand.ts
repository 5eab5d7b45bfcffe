import type { Page } from '@playwright/test';

/** The parts of brand.json that tests change. */
export type BrandFile = {
  readonly features: Readonly<Record<string, unknown>>;
  readonly text: object;
  readonly sip: object;
};

/**
 * From its next load this page gets a changed brand.json. The server is asked from here: a page that is left
 * in the meantime takes its own request with it.
 */
export async function changeBrand(page: Page, change: (brand: BrandFile) => object): Promise<void> {
  await page.route('**/branding/brand.json*', async (route) => {
    const brand = (await (await fetch(route.request().url())).json()) as BrandFile;
    await route.fulfill({ json: { ...brand, ...change(brand) } });
  });
}
