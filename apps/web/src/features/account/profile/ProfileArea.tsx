import { useEffect } from 'react';
import { getI18n } from 'react-i18next';
import { Redirect } from 'wouter';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { addSecondFactorTexts } from '../../../i18n/parts/second-factor-texts.ts';
import { fetchedLater } from '../../../ui/loading/fetched-later.tsx';
import { AccountDeletion } from '../own-data/AccountDeletion.tsx';
import { OwnData } from '../own-data/OwnData.tsx';
import { ProviderConnection } from '../provider/ProviderConnection.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { EditProfile } from './EditProfile.tsx';
import styles from './ProfileArea.module.css';
import { ProfileView } from './ProfileView.tsx';
import { profileAlert } from './profile-alert.ts';
import { useProfile } from './use-profile.ts';

const SecondFactor = fetchedLater(async () => {
  const [page] = await Promise.all([
    import('../second-factor/SecondFactor.tsx'),
    addSecondFactorTexts(getI18n()),
  ]);
  return page;
});

export type ProfilePageName =
  | 'view'
  | 'edit'
  | 'changePassword'
  | 'ownData'
  | 'deletion'
  | 'provider'
  | 'secondFactor';

/** The user's profile and the pages to change it (ROUTE-26). */
export default function ProfileArea({ page }: { readonly page: ProfilePageName }) {
  const { alerts, brand } = useAppServices();
  const profile = useProfile();
  // The messages about saving disappear when the user leaves the profile.
  useEffect(() => () => alerts.clear(profileAlert), [alerts]);
  if (profile === undefined) return undefined;
  if (page === 'edit' && !profile.features.userInformationEdit)
    return <Redirect to="/userinformation" replace />;
  if (page === 'changePassword' && !profile.canChangePassword)
    return <Redirect to="/userinformation" replace />;
  if ((page === 'ownData' || page === 'deletion') && !profile.features.ownData)
    return <Redirect to="/userinformation" replace />;
  if (page === 'provider' && brand.provider === null) return <Redirect to="/userinformation" replace />;
  if (page === 'secondFactor' && !profile.hasSecondFactor) return <Redirect to="/userinformation" replace />;
  return (
    <div className={styles.page}>
      {page === 'view' ? (
        <ProfileView profile={profile} />
      ) : page === 'edit' ? (
        <EditProfile profile={profile} />
      ) : page === 'ownData' ? (
        <OwnData profile={profile} />
      ) : page === 'deletion' ? (
        <AccountDeletion profile={profile} />
      ) : page === 'provider' ? (
        <ProviderConnection profile={profile} />
      ) : page === 'secondFactor' ? (
        <SecondFactor profile={profile} />
      ) : (
        <ChangePassword profile={profile} />
      )}
    </div>
  );
}
