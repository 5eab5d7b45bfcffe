import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useWebPush } from '../../../client/hooks/use-web-push.ts';
import { useStore } from '../../../client/store/store.ts';
import { wordsOf } from '../../../client/web-push/push-words.ts';
import type { WebPush } from '../../../client/web-push/web-push.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Note } from '../../../ui/notices/Note.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import styles from '../media/RingtoneSettings.module.css';

/** The choice whether this device rings while the page is closed. It takes effect immediately, without saving. */
export function ClosedPageRinging() {
  const webPush = useWebPush();
  return webPush === undefined ? undefined : <Choice webPush={webPush} />;
}

function Choice({ webPush }: { readonly webPush: WebPush }) {
  const { t } = useTranslation();
  const hintId = useId();
  const state = useStore(webPush.state);
  const note = wordsOf(state);
  const isPossible = state.phase !== 'off' || state.blockedBy === undefined;
  return (
    <Card className={styles.ringtone}>
      <h2 className={styles.title}>{t('webpush.title')}</h2>
      {isPossible ? (
        <Checkbox
          label={t('webpush.ring_closed')}
          isChecked={state.phase !== 'off'}
          aria-describedby={hintId}
          onChange={(isChecked) => void webPush.setWanted(isChecked)}
        />
      ) : undefined}
      <p id={hintId} className={styles.hint}>
        {t('webpush.explained')}
      </p>
      <Note>{note === undefined ? undefined : t(note)}</Note>
    </Card>
  );
}
