import { CAPABILITY_KEYS, valueOf } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FactList } from '../../../ui/lists/FactList.tsx';
import { PageHeading } from '../form/PageHeading.tsx';
import { OwnPicture } from './OwnPicture.tsx';
import { PendingEmail } from './PendingEmail.tsx';
import styles from './ProfileArea.module.css';
import { SHOWN, savedValue, sipAddressesOf } from './profile-fields.ts';
import type { Profile } from './use-profile.ts';

/** The profile, read only (PROFILE-01). */
export function ProfileView({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { provider } = useAppServices().brand;
  const { user, features, canChangePassword, hasSecondFactor } = profile;
  const properties = user.properties.propertySet;
  const facts = SHOWN.map((name) => {
    const value = savedValue(properties, name);
    const lines = name === 'sipaddress' ? sipAddressesOf(value) : [value].filter((each) => each !== '');
    return { label: t(`registration.${name}`), lines };
  });
  return (
    <>
      <PageHeading>{t('menu.userinformation')}</PageHeading>
      {features.pictures ? <OwnPicture profile={profile} /> : undefined}
      <PendingEmail profile={profile} />
      <FactList none={t('edituser.none')} facts={facts} />
      <div className={styles.actions}>
        {features.userInformationEdit ? (
          <Button kind="primary" onPress={() => navigate('/userinformation/edit')}>
            {t('common.edit')}
          </Button>
        ) : undefined}
        {canChangePassword && !features.userInformationEdit ? (
          <Button onPress={() => navigate('/userinformation/changePassword')}>
            {t('edituser.changepassword')}
          </Button>
        ) : undefined}
        {features.myAddress ? (
          <Button onPress={() => navigate('/myaddress')}>{t('myaddress.title')}</Button>
        ) : undefined}
        {hasSecondFactor ? (
          <Button onPress={() => navigate('/userinformation/secondStep')}>{t('secondfactor.title')}</Button>
        ) : undefined}
        {provider === null ? undefined : (
          <Button onPress={() => navigate('/userinformation/provider')}>
            {t('login.provider', { name: provider.label })}
          </Button>
        )}
        {features.console && valueOf(user.capabilities, CAPABILITY_KEYS.consoleRole) !== undefined ? (
          <Button onPress={() => navigate('/admin')}>{t('menu.admin')}</Button>
        ) : undefined}
        {features.ownData ? (
          <Button onPress={() => navigate('/userinformation/data')}>{t('owndata.title')}</Button>
        ) : undefined}
      </div>
    </>
  );
}
