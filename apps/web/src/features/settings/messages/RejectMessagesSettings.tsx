import { useTranslation } from 'react-i18next';
import { MESSAGE_LENGTH, MOST_MESSAGES, READY_MESSAGES } from '../../../client/calling/kept-messages.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import styles from './RejectMessagesSettings.module.css';
import { useRejectMessages } from './use-reject-messages.ts';

/** The user's own messages for rejecting a call: written, changed, put in order and removed (decision D33). */
export function RejectMessagesSettings() {
  const { t } = useTranslation();
  const { rows, moved, adding, list, add, write, move, remove } = useRejectMessages();
  return (
    <SettingsForm>
      <Card className={styles.card}>
        <p>{t('settings.reject_intro')}</p>
        <ul className={styles.ready}>
          {READY_MESSAGES.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
        <h2 id="reject-own">{t('settings.reject_own')}</h2>
        <ol ref={list} className={styles.own} aria-labelledby="reject-own">
          {rows.map(({ id, text }, index) => {
            const number = index + 1;
            return (
              <li key={id} className={styles.row}>
                <TextField
                  label={t('settings.reject_message', { number })}
                  value={text}
                  autoComplete="off"
                  onChange={(value) => write(id, value.slice(0, MESSAGE_LENGTH))}
                />
                <span className={styles.actions}>
                  <IconButton
                    icon="up"
                    label={t('settings.reject_up', { number })}
                    onPress={index === 0 ? undefined : () => move(id, -1)}
                  />
                  <IconButton
                    icon="down"
                    label={t('settings.reject_down', { number })}
                    onPress={number === rows.length ? undefined : () => move(id, 1)}
                  />
                  <IconButton
                    icon="trash"
                    label={t('settings.reject_remove', { number })}
                    onPress={() => remove(id)}
                  />
                </span>
              </li>
            );
          })}
        </ol>
        <Button
          ref={adding}
          icon="plus"
          onPress={rows.length < MOST_MESSAGES ? add : undefined}
          aria-describedby="reject-most"
        >
          {t('settings.reject_add')}
        </Button>
        <p id="reject-most" className={styles.hint}>
          {rows.length < MOST_MESSAGES ? undefined : t('settings.reject_most')}
        </p>
        <VisuallyHidden>
          <output>{moved === undefined ? undefined : t('settings.reject_moved', { number: moved })}</output>
        </VisuallyHidden>
      </Card>
    </SettingsForm>
  );
}
