import { test as base } from '@playwright/test';
import { type Closing, createClosing } from './closing.ts';

/** A test whose processes and networks end with it, also when it fails or is interrupted. */
export const test = base.extend<{ closing: Closing }>({
  // Playwright reads from this pattern that the fixture depends on no other.
  closing: async ({}, use) => {
    const closing = createClosing();
    await use(closing);
    await closing.all();
  },
});

export { expect } from '@playwright/test';
