import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSharedText } from '../../../../client/hooks/use-shared-text.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import styles from './Phrases.module.css';
import { phrasesOf, withoutPhrase, withPhrase } from './phrases.ts';

/** Phrases that every user has, by the ends of their keys. */
const ready = ['wait', 'repeat', 'slower', 'deaf', 'reading', 'thanks', 'bye'] as const;

export type PhrasesProps = {
  /** The setting with the user's own phrases. */
  readonly own: string | undefined;
  /** Keeps the setting; undefined = own phrases cannot be kept. */
  readonly onChange: ((setting: string) => void) | undefined;
  readonly onChoose: (phrase: string) => void;
};

/** What another app has shared, own phrases and ready ones, each written by one press; own ones can be added and removed. */
export function Phrases({ own, onChange, onChoose }: PhrasesProps) {
  const { t } = useTranslation();
  const id = useId();
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [shared, forgetShared] = useSharedText();
  const mine = phrasesOf(own);
  const added = withPhrase(mine, draft);

  function add(): void {
    if (added === undefined) return;
    onChange?.(added);
    setDraft('');
    field.current?.focus();
  }

  return (
    <>
      <ul className={styles.phrases} aria-label={t('text.phrases')}>
        {shared === undefined ? undefined : (
          <li>
            <Button
              onPress={() => {
                forgetShared();
                onChoose(shared);
              }}
            >
              <bdi>{shared}</bdi>
            </Button>
          </li>
        )}
        {mine.map((phrase) => (
          <li key={phrase}>
            <Button onPress={() => onChoose(phrase)}>
              <bdi>{phrase}</bdi>
            </Button>
            {onChange === undefined ? undefined : (
              <IconButton
                icon="trash"
                label={t('text.phrases.remove', { phrase })}
                onPress={() => {
                  onChange(withoutPhrase(mine, phrase));
                  field.current?.focus();
                }}
              />
            )}
          </li>
        ))}
        {ready.map((name) => (
          <li key={name}>
            <Button onPress={() => onChoose(t(`text.phrase.${name}`))}>{t(`text.phrase.${name}`)}</Button>
          </li>
        ))}
      </ul>
      {onChange === undefined ? undefined : (
        <form
          className={styles.adding}
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <label htmlFor={id}>{t('text.phrases.new')}</label>
          <input
            ref={field}
            id={id}
            className={styles.draft}
            value={draft}
            maxLength={200}
            dir="auto"
            onChange={({ target }) => setDraft(target.value)}
          />
          <Button type="submit" isDisabled={added === undefined}>
            {t('text.phrases.add')}
          </Button>
        </form>
      )}
    </>
  );
}
