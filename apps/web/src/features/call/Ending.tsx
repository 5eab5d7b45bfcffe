import { useTranslation } from 'react-i18next';
import { CallFrame } from './CallFrame.tsx';

export type EndingProps = { readonly name: string; readonly wasRejected: boolean };

/** Ended here, until the other side has confirmed it: at most two seconds. */
export function Ending({ name, wasRejected }: EndingProps) {
  const { t } = useTranslation();
  return <CallFrame name={name} title={wasRejected ? t('call.yourejected') : name} />;
}
