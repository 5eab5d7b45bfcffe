import { isFeatureOn } from '@samtal/api-contract';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { useAppServices } from '../client/app-services.ts';
import { LoginPage } from '../features/login/LoginPage.tsx';
import { AlertList } from './AlertList.tsx';
import { AppDownload } from './AppDownload.tsx';
import { BrandMark } from './BrandMark.tsx';
import { ContrastButton } from './ContrastButton.tsx';
import { EntryPage } from './EntryPage.tsx';
import { PageTitle } from './PageTitle.tsx';
import type { LoginOrigin } from './return-path.ts';
import styles from './SignedOutApp.module.css';

const RegistrationPage = lazy(() => import('../features/account/registration/RegistrationPage.tsx'));
const VerificationPage = lazy(() => import('../features/account/verification/VerificationPage.tsx'));
const ResetRequestPage = lazy(() => import('../features/account/password-reset/ResetRequestPage.tsx'));
const NewPasswordPage = lazy(() => import('../features/account/password-reset/NewPasswordPage.tsx'));

/** The link in a mail leads here as well (ROUTE-18). */
const isResetLink = (search: string): boolean => /(^|[?&])(key|uid|uname)=/.test(search);

/** What can be reached without an account; every other path asks for the login and is remembered (LOGIN-18). */
export function SignedOutApp() {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const [path] = useLocation();
  const newPassword = (
    <EntryPage title={t('title.newpassword')}>
      <NewPasswordPage />
    </EntryPage>
  );
  const search = useSearch();
  const origin: LoginOrigin = { returnPath: path };
  return (
    <div className={styles.app}>
      <header className={styles.header}>
        {isFeatureOn(brand.features.contrast, undefined) ? <ContrastButton /> : undefined}
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
            <LoginPage />
          </main>
        </Route>
        <Route path="/registration">
          <EntryPage title={t('title.registration')}>
            <RegistrationPage />
          </EntryPage>
        </Route>
        <Route path="/registration/verify/:userId/:verificationKey">
          {(link) => (
            <EntryPage title={t('title.registration')}>
              <VerificationPage {...link} />
            </EntryPage>
          )}
        </Route>
        <Route path="/resetpassword">
          {isResetLink(search) ? (
            newPassword
          ) : (
            <EntryPage title={t('title.resetpassword')}>
              <ResetRequestPage />
            </EntryPage>
          )}
        </Route>
        <Route path="/newpassword">{newPassword}</Route>
        <Route>
          <Redirect to="/login" replace state={origin} />
        </Route>
      </Switch>
    </div>
  );
}
