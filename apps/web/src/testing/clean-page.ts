import { afterEach, beforeAll } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

// Files of component tests share one page and the modules that they import. What a file leaves in the page is removed
// after it.
beforeAll(() => {
  const { href } = location;
  const root = document.documentElement;
  const attributes = root.getAttributeNames();
  return async () => {
    for (const name of root.getAttributeNames()) if (!attributes.includes(name)) root.removeAttribute(name);
    document.body.replaceChildren();
    history.replaceState(null, '', href);
    await page.viewport(414, 896);
  };
});

// `vitest-browser-react` does this itself only in the file that imports it first.
afterEach(cleanup);
