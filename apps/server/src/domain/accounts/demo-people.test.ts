import { expect, test } from 'vitest';
import { DEMO_AGENTS } from './demo-accounts.ts';
import { demoServices } from './demo-people.ts';

test('D28 a demo user finds every server agent for test calls among the services, once', () => {
  const agents = demoServices('demo.example').map(({ sipaddress }) => sipaddress.split('@')[0]);
  expect(agents.toSorted()).toEqual(DEMO_AGENTS.toSorted());
});
