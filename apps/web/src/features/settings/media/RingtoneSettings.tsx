import type { Features } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ringtone } from '../../../client/ringtone/Ringtone.tsx';
import { ringtoneNames, ringtoneOf } from '../../../client/ringtone/scores.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import { ClosedPageRinging } from '../app/ClosedPageRinging.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { useEdit } from '../use-edit.ts';
import styles from './RingtoneSettings.module.css';

/** How this device rings: the ringtone, and whether it rings while the page is closed. */
export function RingtoneSettings({ features }: { readonly features: Features }) {
  return (
    <>
      {features.webPush ? <ClosedPageRinging /> : undefined}
      {features.changeRingtone ? <RingtoneForm /> : undefined}
    </>
  );
}

/** Choice of the ringtone for incoming calls; each one can be heard before it is saved (SET-03, SET-19). */
function RingtoneForm() {
  const { t } = useTranslation();
  const { values, change } = useEdit();
  const chosen = ringtoneOf(values['WEB_RINGTONE']);
  const [isPlaying, setIsPlaying] = useState(false);
  // This cleanup also runs when a call hides this page: the sound does not start again after the call.
  useEffect(() => () => setIsPlaying(false), []);
  return (
    <SettingsForm>
      <Card className={styles.ringtone}>
        <RadioGroup
          label={t('settings.ringtone')}
          value={chosen}
          options={ringtoneNames.map((value) => ({ value, label: t(`ringtones.${value}`) }))}
          onChange={(value) => {
            change('WEB_RINGTONE', value);
            setIsPlaying(true);
          }}
        />
        <p className={styles.hint}>{t('settings.ringtone_hint')}</p>
        <Button icon={isPlaying ? 'close' : 'speaker'} onPress={() => setIsPlaying(!isPlaying)}>
          {isPlaying ? t('settings.stop') : t('settings.play')}
        </Button>
        {isPlaying ? <Ringtone name={chosen} isSample onEnd={() => setIsPlaying(false)} /> : undefined}
      </Card>
    </SettingsForm>
  );
}
