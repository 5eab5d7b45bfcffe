import { type Features, WEB_SETTINGS, type WebSettingKey } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { useEdit } from '../use-edit.ts';
import styles from './MediaSettings.module.css';

const media = [
  { name: 'audio', key: 'WEB_AUDIO' },
  { name: 'video', key: 'WEB_VIDEO' },
] as const satisfies readonly { name: keyof Features; key: WebSettingKey }[];

/** Page to choose which of the configured media are used in calls, and with which bandwidth (SET-17). */
export function MediaSettings({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const { values, change } = useEdit();
  return (
    <SettingsForm>
      <Card className={styles.media}>
        <div>
          {media
            .filter(({ name }) => features[name])
            .map(({ name, key }) => (
              <Checkbox
                key={key}
                label={t(`settings.${name}`)}
                isChecked={values[key] === 'true'}
                onChange={(isChecked) => change(key, String(isChecked))}
              />
            ))}
          <p className={styles.hint}>{t('settings.media_hint')}</p>
        </div>
        <RadioGroup
          label={t('settings.bandwidth')}
          value={values['WEB_BANDWIDTH'] ?? WEB_SETTINGS.WEB_BANDWIDTH.initial}
          options={WEB_SETTINGS.WEB_BANDWIDTH.values.map((value) => ({
            value,
            label: t(`settings.${value}`),
            description: t(`settings.${value}_hint`),
          }))}
          onChange={(value) => change('WEB_BANDWIDTH', value)}
        />
      </Card>
    </SettingsForm>
  );
}
