import type { Features, WebSettingKey } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import type { IconName } from '../../ui/icons/Icon.tsx';
import styles from './Footer.module.css';

type Medium = {
  readonly name: 'audio' | 'video';
  readonly setting: WebSettingKey;
  readonly icon: IconName;
  readonly offIcon: IconName;
};

const media: readonly Medium[] = [
  { name: 'audio', setting: 'WEB_AUDIO', icon: 'microphone', offIcon: 'microphoneOff' },
  { name: 'video', setting: 'WEB_VIDEO', icon: 'camera', offIcon: 'cameraOff' },
];

/**
 * Buttons that switch sound and video of calls on and off, or a link to the settings page for that (NAV-12,
 *
 */
export function FooterMedia({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const configured = media.filter(({ name }) => features[name]);
  if (!features.changeMedia || configured.length === 0) return undefined;
  if (brand.footer.mediaToggles)
    return (
      <span className={styles.media}>
        {configured.map((medium) => (
          <MediumToggle key={medium.name} medium={medium} />
        ))}
      </span>
    );
  return features.settings ? (
    <Link href="/settings/duringcalls/media">{t('footer.mediasettings')}</Link>
  ) : undefined;
}

function MediumToggle({ medium: { name, setting, icon, offIcon } }: { readonly medium: Medium }) {
  const { t } = useTranslation();
  const { session, settingsEditor } = useAppServices();
  const { isSaving } = useStore(settingsEditor.state);
  const state = useStore(session.state);
  // The setting in effect, not the unsaved choice on a settings page.
  const isOn = state.phase === 'signedIn' && state.settings[setting] === 'true';
  return (
    <Button
      kind="quiet"
      icon={isOn ? icon : offIcon}
      aria-pressed={isOn}
      isBusy={isSaving}
      onPress={() => void settingsEditor.saveOne(setting, String(!isOn))}
    >
      {t(`settings.${name}`)}
    </Button>
  );
}
