import { useTranslation } from 'react-i18next';
import type { TextLook } from '../../../client/calling/text-look.ts';
import styles from './TextPreview.module.css';

/** Preview of the text of a call: text of both users as the user has chosen it to look. */
export function TextPreview({ look: { layout, style } }: { readonly look: TextLook }) {
  const { t } = useTranslation();
  const incoming = t('settings.sample_incoming');
  const own = t('settings.sample_own');
  return (
    <figure className={styles.preview} aria-labelledby="text-preview">
      <figcaption id="text-preview" className={styles.caption}>
        {t('settings.preview')}
      </figcaption>
      <div className={styles.boxes} data-layout={layout} style={style}>
        {layout === 'oneBox' ? (
          <div className={styles.log}>
            <p>{incoming}</p>
            <p className={styles.own}>{own}</p>
          </div>
        ) : (
          <>
            <p className={styles.log}>{incoming}</p>
            <p className={styles.field}>{own}</p>
          </>
        )}
      </div>
    </figure>
  );
}
