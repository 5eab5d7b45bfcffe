import type { Person } from './person.ts';

type Wire = 'data-channel' | 'message';

/**
 * Allows a page only one text transport. The caller's page is enough, because the answer follows the offer.
 */
export async function pinWire({ page }: Person, wire: Wire): Promise<void> {
  await page.route('**/brand.json*', async (route) => {
    const brand = (await (await route.fetch()).json()) as { text: object };
    await route.fulfill({ json: { ...brand, text: { ...brand.text, wires: [wire] } } });
  });
  await page.reload();
}
