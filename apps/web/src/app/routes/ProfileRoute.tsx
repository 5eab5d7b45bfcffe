import { useTranslation } from 'react-i18next';
import { Redirect, useLocation } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import ProfileArea from '../../features/account/profile/ProfileArea.tsx';
import { AccountsReady } from '../loading/AccountsReady.tsx';
import { PageTitle } from './titles/PageTitle.tsx';

const pages = {
  '/userinformation': 'view',
  '/userinformation/edit': 'edit',
  '/userinformation/changePassword': 'changePassword',
  '/userinformation/data': 'ownData',
  '/userinformation/deletion': 'deletion',
  '/userinformation/provider': 'provider',
  '/userinformation/secondStep': 'secondFactor',
} as const;

const isPage = (path: string): path is keyof typeof pages => Object.hasOwn(pages, path);

/** The profile and its two forms (ROUTE-26). */
export function ProfileRoute() {
  const { t } = useTranslation();
  const [path] = useLocation();
  const { provider } = useAppServices().brand;
  if (!isPage(path)) return <Redirect to="/userinformation" replace />;
  const page = pages[path];
  const titles = {
    view: t('menu.userinformation'),
    edit: t('edituser.title'),
    changePassword: t('edituser.changepassword'),
    ownData: t('owndata.title'),
    deletion: t('owndata.delete'),
    secondFactor: t('secondfactor.title'),
    provider: t('login.provider', { name: provider?.label ?? '' }),
  };
  return (
    <>
      <PageTitle page={titles[page]} />
      <AccountsReady>
        <ProfileArea page={page} />
      </AccountsReady>
    </>
  );
}
