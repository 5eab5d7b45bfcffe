import { useTranslation } from 'react-i18next';
import { TextLines } from './TextLines.tsx';
import { TextLog } from './TextLog.tsx';

/** What the other party has written. */
export function IncomingText({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <TextLog label={t('text.incoming')} isEmpty={text === ''}>
      <TextLines text={text} />
    </TextLog>
  );
}
