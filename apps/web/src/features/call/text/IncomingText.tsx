import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLines } from './TextLines.tsx';
import { TextLog } from './TextLog.tsx';

/** What the other party has written. Own letters do not render it again: a log that renders lays the whole page out. */
export const IncomingText = memo(function IncomingText({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <TextLog label={t('text.incoming')} isEmpty={text === ''}>
      <TextLines text={text} />
    </TextLog>
  );
});
