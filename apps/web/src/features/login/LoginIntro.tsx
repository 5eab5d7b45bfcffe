import { useTranslation } from 'react-i18next';
import { SignList } from '../../ui/lists/SignList.tsx';
import styles from './LoginIntro.module.css';

export type LoginIntroProps = {
  /** The operator's words; '' = the standard ones. */
  readonly words: string;
};

/** What the product is, for those who see it for the first time: one paragraph and three signs (D74). */
export function LoginIntro({ words }: LoginIntroProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.intro}>
      <p>{words === '' ? t('login.intro') : words}</p>
      <SignList
        signs={[
          ['camera', t('login.intro_see')],
          ['speaker', t('login.intro_hear')],
          ['text', t('login.intro_read')],
        ]}
      />
    </section>
  );
}
