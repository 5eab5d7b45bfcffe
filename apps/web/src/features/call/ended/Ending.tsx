import type { LocalOutcome } from '@samtal/call-core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../../i18n/index.ts';
import { CallFrame } from '../frame/CallFrame.tsx';
import { useEscape } from '../use-escape.ts';

export type EndingProps = {
  readonly name: string;
  readonly outcome: LocalOutcome;
  readonly onDismiss: () => void;
};

const texts: Readonly<Record<LocalOutcome, TextKey>> = {
  rejectedLocal: 'call.yourejected',
  canceledLocal: 'call.youcancelled',
  terminatedLocal: 'call.youended',
};

/** Shown after the local user has ended the call, until the remote side confirms (A-062, decision D37). */
export function Ending({ name, outcome, onDismiss }: EndingProps) {
  const { t } = useTranslation();
  useEscape(onDismiss);
  useEffect(() => {
    // Ignore the click that ended the call: it may still be bubbling up.
    const openedAt = performance.now();
    const onClick = ({ timeStamp }: MouseEvent): void => {
      if (timeStamp > openedAt) onDismiss();
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [onDismiss]);
  return <CallFrame name={name} title={t(texts[outcome])} focus="title" />;
}
