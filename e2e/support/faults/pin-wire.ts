import type { Person } from '../page/person.ts';
import { changeBrand } from '../server/change-brand.ts';

type Wire = 'data-channel' | 'message';

/**
 * Allows a page only one text transport. The caller's page is enough, because the answer follows the offer.
 */
export async function pinWire({ page }: Person, wire: Wire): Promise<void> {
  await changeBrand(page, ({ text }) => ({ text: { ...text, wires: [wire] } }));
  await page.reload();
}
