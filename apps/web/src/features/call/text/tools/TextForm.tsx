import { type Settings, WEB_SETTINGS, type WebSettingKey } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import type { ColourName, TextLook } from '../../../../client/calling/text-look.ts';
import { TEXT_SPACINGS } from '../../../../client/calling/text-spacings.ts';
import type { ReadAloud } from '../announcements/announcer.ts';
import { readAloudModes } from '../announcements/read-aloud-choice.ts';
import styles from './TextTools.module.css';

export type TextFormProps = {
  /** The user's settings, of which this form shows those of the text's form. */
  readonly settings: Settings;
  readonly onSetting: (key: WebSettingKey, value: string) => void;
  readonly corrected?: TextLook['corrected'];
  readonly readAloud: ReadAloud;
  readonly onReadAloud: (mode: ReadAloud) => void;
};

/**
 * Bold letters, the spacing of lines and letters, a note when chosen colours were hard to read, and when a screen
 * reader announces the text.
 */
export function TextForm({ settings, onSetting, corrected, readAloud, onReadAloud }: TextFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <label className={styles.choice}>
        <input
          type="checkbox"
          className={styles.check}
          checked={settings['WEB_TEXT_BOLD'] === 'true'}
          onChange={({ target }) => onSetting('WEB_TEXT_BOLD', String(target.checked))}
        />
        {t('text.bold')}
      </label>
      {TEXT_SPACINGS.map(([key, words]) => (
        <label key={key} className={styles.choice}>
          {t(words)}
          <select
            className={styles.select}
            value={settings[key] ?? WEB_SETTINGS[key].initial}
            onChange={({ target }) => onSetting(key, target.value)}
          >
            {WEB_SETTINGS[key].values.map((value) => (
              <option key={value} value={value}>
                {t(`text.spacing.${value}`)}
              </option>
            ))}
          </select>
        </label>
      ))}
      {corrected === undefined ? undefined : (
        <p role="note" className={styles.note}>
          {t('text.corrected', {
            text: t(`colours.${corrected.text as ColourName}`),
            background: t(`colours.${corrected.background as ColourName}`),
          })}
        </p>
      )}
      <label className={styles.choice}>
        {t('text.aloud')}
        <select
          className={styles.select}
          value={readAloud}
          onChange={({ target }) =>
            onReadAloud(readAloudModes.find((mode) => mode === target.value) ?? 'line')
          }
        >
          {readAloudModes.map((mode) => (
            <option key={mode} value={mode}>
              {t(`text.aloud.${mode}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
