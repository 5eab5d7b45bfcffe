import { AM_MESSAGE_MAX_LENGTH } from '@samtal/api-contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { useEdit } from '../use-edit.ts';
import styles from './MediamailSettings.module.css';

/** Page to choose whether missed calls are answered automatically, and with which text (SET-10, SET-20). */
export function MediamailSettings() {
  const { t } = useTranslation();
  const hintId = useId();
  const { values, change } = useEdit();
  const message = values['AM_MESSAGE'] ?? '';
  return (
    <SettingsForm>
      <Card className={styles.mediamail}>
        <Checkbox
          label={t('settings.amenabled')}
          aria-describedby={hintId}
          isChecked={values['AM_ENABLED'] === '1'}
          onChange={(isChecked) => change('AM_ENABLED', isChecked ? '1' : '0')}
        />
        <p id={hintId}>{t('settings.am_hint')}</p>
        <TextArea
          label={t('settings.ammessage')}
          value={message}
          maxLength={AM_MESSAGE_MAX_LENGTH}
          hint={t('settings.characters', { count: AM_MESSAGE_MAX_LENGTH - message.length })}
          onChange={(value) => change('AM_MESSAGE', value)}
        />
      </Card>
    </SettingsForm>
  );
}
