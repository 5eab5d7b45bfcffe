import '../../ui/icons/later-shapes.ts';
import { useTranslation } from 'react-i18next';
import { Route, Switch, useSearch } from 'wouter';
import { pageLater } from '../loading/page-later.ts';
import { EntryPage } from './EntryPage.tsx';

const RegistrationPage = pageLater(() => import('../../features/account/registration/RegistrationPage.tsx'));
const VerificationPage = pageLater(() => import('../../features/account/verification/VerificationPage.tsx'));
const ResetRequestPage = pageLater(
  () => import('../../features/account/password-reset/ResetRequestPage.tsx'),
);
const NewPasswordPage = pageLater(() => import('../../features/account/password-reset/NewPasswordPage.tsx'));

/**
 * Whether the page was opened by the link in the mail for a new password. The page that requests this mail
 * has the same path, `/resetpassword` (ROUTE-18).
 */
const isResetLink = (search: string): boolean => /(^|[?&])(key|uid|uname)=/.test(search);

/** Whether the page was opened by the link in the mail that confirms an account's new e-mail address. */
const isEmailLink = (search: string): boolean => new URLSearchParams(search).get('email') === 'true';

/** The pages for creating or recovering an account, without a login (ROUTE-15 … ROUTE-18). */
export default function EntryRoutes() {
  const { t } = useTranslation();
  const search = useSearch();
  const newPassword = (
    <EntryPage title={t('title.newpassword')}>
      <NewPasswordPage />
    </EntryPage>
  );
  return (
    <Switch>
      <Route path="/registration/verify/:userId/:verificationKey">
        {(link) => (
          <EntryPage title={isEmailLink(search) ? t('title.email') : t('title.registration')}>
            <VerificationPage {...link} isOfEmail={isEmailLink(search)} />
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
        <EntryPage title={t('title.registration')}>
          <RegistrationPage />
        </EntryPage>
      </Route>
    </Switch>
  );
}
