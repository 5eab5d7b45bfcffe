import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import styles from './console.module.css';
import { momentOf } from './words.ts';

export type SearchEndProps = {
  /** How far the search has come, in milliseconds since the epoch; undefined = it is not cut. */
  readonly searchedTo: number | undefined;
  readonly problem: string | undefined;
  /** Loads what is older; undefined = there is nothing older. */
  readonly onMore: (() => void) | undefined;
  readonly isLoading: boolean;
};

/** The text below a list that the server searches from its newest entry on. */
export function SearchEnd({ searchedTo, problem, onMore, isLoading }: SearchEndProps) {
  const { t, i18n } = useTranslation();
  return (
    <>
      {searchedTo === undefined ? undefined : (
        <output>{t('console.searched_to', { time: momentOf(t, i18n.language, searchedTo) })}</output>
      )}
      {problem === undefined ? undefined : <Alert type="danger">{problem}</Alert>}
      {onMore === undefined ? undefined : (
        <div className={styles.actions}>
          <Button isBusy={isLoading} onPress={onMore}>
            {t(searchedTo === undefined ? 'console.more' : 'console.search_on')}
          </Button>
        </div>
      )}
    </>
  );
}
