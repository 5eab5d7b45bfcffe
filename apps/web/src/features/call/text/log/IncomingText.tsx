import type { Run } from '@samtal/realtime-text';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { hiddenIn } from './latest-part.ts';
import { TextLines } from './TextLines.tsx';
import { TextLog } from './TextLog.tsx';
import { useLatestPart } from './use-latest-part.ts';

export type IncomingTextProps = {
  readonly text: string;
  /** Number of UTF-16 units that came before `text` and are no longer kept. */
  readonly cutBefore?: number | undefined;
};

/** The remote user's text. Memoized, so that own letters cause no render, which lays out the whole page. */
export const IncomingText = memo(function IncomingText({ text, cutBefore = 0 }: IncomingTextProps) {
  const { t } = useTranslation();
  const run: Run = { author: 'other', text, cutBefore };
  const { start, ...part } = useLatestPart([run]);
  return (
    <TextLog label={t('text.incoming')} isEmpty={text === '' && cutBefore === 0} {...part}>
      <TextLines text={text} from={hiddenIn(run, 0, start)} cutBefore={cutBefore} />
    </TextLog>
  );
});
