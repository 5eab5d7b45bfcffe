import { parseBrand } from '@samtal/api-contract';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { render } from 'vitest-browser-react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { createAlerts } from '../client/alerts/alerts.ts';
import { AccountsContext, LoadAccountsContext } from '../client/hooks/accounts.ts';
import { type AppServices, AppServicesContext } from '../client/hooks/app-services.ts';
import type { AccountsApi } from '../client/ports/accounts-api.ts';
import type { UserApi } from '../client/ports/user-api.ts';
import { createSession } from '../client/session/session.ts';
import { createSessionMemory } from '../client/session/session-memory.ts';
import { createStore } from '../client/store/store.ts';
import { UnsavedContext } from '../client/store/unsaved.ts';
import { createFakeAccounts, type FakeAccountsOptions } from './fake-accounts.ts';
import { createFakeServices } from './fake-services.ts';
import { createFakeUserApi } from './fake-user-api.ts';
import { createMemoryStore } from './memory-store.ts';
import { createWholeI18n } from './whole-i18n.ts';

const i18n = await createWholeI18n('en');
const nothing = (): void => {};

export type OpenOptions = {
  /** The path of the address. */
  readonly path?: string;
  /** The brand file. */
  readonly brand?: Readonly<Record<string, unknown>>;
  readonly answers?: Partial<AccountsApi>;
  readonly more?: FakeAccountsOptions['more'];
  /** The server's answers for a user who logs in first; absent = no login. */
  readonly person?: Partial<UserApi>;
};

/** Shows a screen about accounts, with a fake server and everything else that the screen needs. */
export async function openAccountPage(page: ReactNode, options: OpenOptions = {}) {
  const { path = '/', brand: brandFile = {}, answers = {}, more = {}, person } = options;
  const result = parseBrand(brandFile);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const { brand } = result;
  const alerts = createAlerts({ setTimer: () => nothing });
  const localStore = createMemoryStore();
  const userApi = createFakeUserApi(person);
  const session = createSession({
    api: userApi,
    brand,
    memory: createSessionMemory(createMemoryStore(), localStore),
    localStore,
    now: () => 1,
    stopCalling: async () => {},
  });
  if (person !== undefined) await session.login('alice', 'old-password');
  const services: AppServices = createFakeServices({ brand, session, alerts, localStore });
  const observer = {
    onNoAnswer: () =>
      alerts.show({ id: 'networkError', type: 'danger', message: { key: 'network.networkError' } }),
    onSuccess: () => alerts.clear('networkError'),
  };
  const { accounts, calls } = createFakeAccounts(answers, { more, observer });
  const loaded = Promise.resolve(accounts);
  const load = () => loaded;
  const location = memoryLocation({ path, record: true });
  const unsaved = createStore(false);
  const screen = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={services}>
        <LoadAccountsContext value={load}>
          <AccountsContext value={accounts}>
            <UnsavedContext value={unsaved}>
              <Router hook={location.hook}>{page}</Router>
            </UnsavedContext>
          </AccountsContext>
        </LoadAccountsContext>
      </AppServicesContext>
    </I18nextProvider>,
  );
  return {
    screen,
    session,
    userApi,
    unsaved,
    /** The arguments of all calls of the API function `name`. */
    asked: (name: keyof AccountsApi) => calls.filter((call) => call.name === name).map(({ given }) => given),
    alerts: () => alerts.list.get().map(({ message }) => message.key),
    visited: () => location.history.at(-1),
  };
}
