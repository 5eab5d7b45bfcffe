import type { i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { App } from '../app/App.tsx';
import { OfflineScreen } from '../app/entry/OfflineScreen.tsx';
import { LoadAccountsContext } from '../client/hooks/accounts.ts';
import { AppServicesContext } from '../client/hooks/app-services.ts';
import type { Theme } from '../client/product/theme.ts';
import { alice, everything } from '../testing/alice.ts';
import { lines } from '../testing/call-states.ts';
import { connections } from '../testing/connections.ts';
import { createStaticAccounts } from '../testing/static-accounts.ts';
import { createStaticServices } from '../testing/static-services.ts';
import type { Scene } from './scene.ts';

export type SceneViewProps = {
  readonly scene: Scene;
  readonly i18n: i18n;
  readonly theme: Theme;
};

/** The whole app, fixed in one scene. */
export function SceneView({ scene, i18n, theme }: SceneViewProps) {
  const {
    path,
    press: _press,
    typed: _typed,
    name: _name,
    isOffline,
    client = lines.ready,
    ...world
  } = scene;
  // In the app, too, a screen below this width is small (INCALL-20).
  const isSmallScreen = window.innerWidth < 992;
  const services = createStaticServices(
    {
      session: alice(),
      client: { ...client, isSmallScreen },
      brand: everything,
      alerts: [],
      remembered: {},
      hasWebRtc: true,
      quality: connections.good,
      ...world,
    },
    theme,
  );
  const loading = Promise.resolve(createStaticAccounts(world.accounts ?? {}));
  const loadAccounts = () => loading;
  return (
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={services}>
        <LoadAccountsContext value={loadAccounts}>
          <Router hook={memoryLocation({ path }).hook}>
            {isOffline === true ? <OfflineScreen /> : <App />}
          </Router>
        </LoadAccountsContext>
      </AppServicesContext>
    </I18nextProvider>
  );
}
