import { useTranslation } from 'react-i18next';
import { TextArea } from '../../../ui/fields/TextArea.tsx';

export type FirstWordsProps = {
  /** Name of the remote user. */
  readonly name: string;
  /** What the caller has written so far. */
  readonly draft: string;
  readonly onWrite: (draft: string) => void;
};

/** Room for the first words; a single edit may send no more than twice as many. */
const LONGEST = 500;

/** The field of what is sent when the remote user answers; after a call without an answer it keeps that for the next one. */
export function FirstWords({ name, draft, onWrite }: FirstWordsProps) {
  const { t } = useTranslation();
  return (
    <TextArea
      label={t('call.write_now')}
      hint={t('call.write_hint', { name })}
      value={draft}
      maxLength={LONGEST}
      onChange={onWrite}
    />
  );
}
