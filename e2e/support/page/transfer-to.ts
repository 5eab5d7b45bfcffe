import { expect } from '@playwright/test';
import type { Person } from './person.ts';

/** Opens the dialog and asks the other end to call the person with this name. */
export async function transferTo({ page }: Person, target: string): Promise<void> {
  const transfer = page.getByRole('button', { name: 'Transfer', exact: true });
  // The bar may show the rarer buttons already.
  if (!(await transfer.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).click();
  await transfer.click();
  const dialog = page.getByRole('dialog', { name: 'Transfer' });
  await dialog.getByRole('combobox').fill(target);
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(dialog).toBeHidden();
}
