import { useTranslation } from 'react-i18next';
import { Spinner } from '../../../ui/notices/Spinner.tsx';
import { CallFrame } from '../frame/CallFrame.tsx';
import words from '../frame/call-words.module.css';

/** Shown when the local user has answered, while the call is being set up (CALLSCR-04). */
export function Establishing({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  return (
    <CallFrame name={name} title={t('call.establishing')} focus="title">
      <p className={words.line}>
        <bdi>{name}</bdi>
      </p>
      <Spinner />
    </CallFrame>
  );
}
