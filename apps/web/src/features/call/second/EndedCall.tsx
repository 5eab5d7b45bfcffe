import type { CallState } from '@samtal/call-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { SpokenWords } from '../../../ui/notices/SpokenWords.tsx';
import { endedWords } from './second-call-state.ts';

export type EndedCallProps = { readonly call: CallState; readonly name: string };

/** Says that one of two calls has ended, while the other one goes on. */
export function EndedCall({ call, name }: EndedCallProps) {
  const { t } = useTranslation();
  const [isRead, setIsRead] = useState(false);
  const focusReturn = useFocusReturn();
  const words = endedWords(call);
  if (words === undefined || isRead) return undefined;
  return (
    <div {...focusReturn}>
      <Alert type="info" isInLiveRegion dismissLabel={t('error.dismiss')} onDismiss={() => setIsRead(true)}>
        <SpokenWords>
          <p dir="auto">{t(words, { name })}</p>
        </SpokenWords>
      </Alert>
    </div>
  );
}
