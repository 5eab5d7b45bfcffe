import { I18nextProvider } from 'react-i18next';
import { render } from 'vitest-browser-react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { ClientContext } from '../../client/hooks/use-client.ts';
import type { ConsoleApi } from '../../client/ports/console-api.ts';
import ConsoleArea from '../../features/console/ConsoleArea.tsx';
import { createWholeI18n } from '../whole-i18n.ts';
import { consolePeople, consolePerson, operatorAccess } from './console-people.ts';
import { createStaticConsole, type StaticConsole } from './static-console.ts';

const i18n = await createWholeI18n('en');

/** Opens the console, and notes what it asks the server. */
export async function openConsole(path: string, world: StaticConsole = {}) {
  const asked: unknown[][] = [];
  const fixed = createStaticConsole({
    access: operatorAccess,
    people: consolePeople,
    person: consolePerson,
    ...world,
  });
  const api = Object.fromEntries(
    Object.entries(fixed).map(([name, answer]) => [
      name,
      (...given: unknown[]) => {
        asked.push([name, ...given]);
        return (answer as (...all: unknown[]) => unknown)(...given);
      },
    ]),
  ) as unknown as ConsoleApi;
  const location = memoryLocation({ path, record: true });
  const load = () => Promise.resolve(api);
  await render(
    <I18nextProvider i18n={i18n}>
      <ClientContext value={{ loadConsole: load } as never}>
        <Router hook={location.hook}>
          <ConsoleArea />
        </Router>
      </ClientContext>
    </I18nextProvider>,
  );
  return {
    asked: (name: keyof ConsoleApi) => asked.filter(([each]) => each === name).map(([, ...given]) => given),
    visited: () => location.history.at(-1),
  };
}
