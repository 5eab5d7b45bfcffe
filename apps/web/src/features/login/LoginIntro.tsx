import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icons/Icon.tsx';
import styles from './LoginIntro.module.css';

export type LoginIntroProps = {
  /** The operator's words; '' = the standard ones. */
  readonly words: string;
};

/** What the product is, for those who see it for the first time: one paragraph and three signs (D74). */
export function LoginIntro({ words }: LoginIntroProps) {
  const { t } = useTranslation();
  const signs: readonly (readonly [IconName, string])[] = [
    ['camera', t('login.intro_see')],
    ['speaker', t('login.intro_hear')],
    ['text', t('login.intro_read')],
  ];
  return (
    <section className={styles.intro}>
      <p>{words === '' ? t('login.intro') : words}</p>
      <ul className={styles.signs}>
        {signs.map(([icon, label]) => (
          <li key={icon} className={styles.sign}>
            <span className={styles.icon}>
              <Icon name={icon} size="1.75rem" />
            </span>
            {label}
          </li>
        ))}
      </ul>
    </section>
  );
}
