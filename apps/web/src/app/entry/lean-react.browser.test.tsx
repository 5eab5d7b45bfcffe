import * as React from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';

/** What React throws when it shows an element. */
function errorFrom(element: React.ReactNode): unknown {
  let error: unknown;
  const onUncaughtError = (thrown: unknown): void => {
    error = thrown;
  };
  const root = createRoot(document.createElement('div'), { onUncaughtError });
  flushSync(() => root.render(element));
  root.unmount();
  return error;
}

test.each(['ViewTransition', 'addTransitionType', 'useActionState'])(
  'ADR 37 components cannot import %s',
  (name) => {
    expect(Object.keys(React)).toContain('Suspense');
    expect(Object.keys(React)).not.toContain(name);
  },
);

test('ADR 37 what Samtal never uses of React is refused where a component begins to use it', () => {
  const withRef = React.createElement(React.Fragment, { ref: () => undefined } as object, 'text');
  expect(errorFrom(<React.Fragment>text</React.Fragment>)).toBeUndefined();
  expect(errorFrom(withRef)).toEqual(new Error('React is built without a ref of a Fragment.'));
  const forHead = new Error('React is built without title, meta, link, style or script.');
  expect(errorFrom(<title>text</title>)).toEqual(forHead);
  expect(errorFrom(<link rel="icon" href="data:," />)).toEqual(forHead);
});
