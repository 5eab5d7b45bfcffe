import { isFeatureOn } from '@samtal/api-contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { localTextOf } from '../../client/format/local-text.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useStore } from '../../client/store/store.ts';
import { LoginIntro } from '../../features/login/LoginIntro.tsx';
import { LoginPage } from '../../features/login/LoginPage.tsx';
import { withSignedInTexts } from '../../i18n/index.ts';
import { fetchedLater } from '../../ui/loading/fetched-later.tsx';
import { pageLater } from '../loading/page-later.ts';
import type { LoginOrigin } from '../routes/return-path.ts';
import { PageTitle } from '../routes/titles/PageTitle.tsx';
import { usePageFocus } from '../routes/use-page-focus.ts';
import { AlertList } from '../shell/AlertList.tsx';
import { AppDownload } from '../shell/AppDownload.tsx';
import { BrandMark } from '../shell/BrandMark.tsx';
import { DisplayChoices } from '../shell/menu/DisplayChoices.tsx';
import { entryPaths } from './entry-paths.ts';
import styles from './SignedOutApp.module.css';

const SecondStep = fetchedLater(async () => (await import('./load-second-step.ts')).loadSecondStep());

const EntryRoutes = pageLater(() => withSignedInTexts(import('./EntryRoutes.tsx')));

/** The pages that need no account; every other path leads to the login and is remembered (LOGIN-18). */
export function SignedOutApp() {
  const { t, i18n } = useTranslation();
  const { brand, session } = useAppServices();
  const state = useStore(session.state);
  const [path] = useLocation();
  const app = useRef<HTMLDivElement>(null);
  usePageFocus(app, path);
  const search = useSearch();
  const origin: LoginOrigin = { returnPath: search === '' ? path : `${path}?${search}` };
  return (
    <div ref={app} className={styles.app}>
      <header className={styles.header}>
        <DisplayChoices />
      </header>
      <AlertList />
      <AppDownload />
      <Switch>
        <Route path="/login">
          <PageTitle page={t('title.login')} />
          <main className={styles.main}>
            <div className={styles.brand}>
              <BrandMark />
            </div>
            <div className={styles.login}>
              {'secondStep' in state ? <SecondStep /> : <LoginPage />}
              {isFeatureOn(brand.features.loginIntro, undefined) ? (
                <LoginIntro words={localTextOf(brand.loginIntro, i18n.language)} />
              ) : undefined}
            </div>
          </main>
        </Route>
        <Route path={entryPaths}>
          <EntryRoutes />
        </Route>
        <Route>
          <Redirect to="/login" replace state={origin} />
        </Route>
      </Switch>
    </div>
  );
}
