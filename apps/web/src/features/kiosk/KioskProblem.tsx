import type { CallStatus, KioskRefusal } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { KioskMessage } from './KioskMessage.tsx';

/** What keeps a visitor from calling: the link, or what became of the call (KIOSK-07 … -09, KIOSK-11, A-064). */
export type KioskTrouble = KioskRefusal | Extract<CallStatus, 'AUTHENTICATION_ERROR'>;

export type KioskProblemProps = {
  readonly trouble: KioskTrouble;
  /** Whom the link wanted to call. */
  readonly name: string;
};

/** In place of the call that could not be. */
export function KioskProblem({ trouble, name }: KioskProblemProps) {
  const { t } = useTranslation();
  const titles: Readonly<Record<KioskTrouble, string>> = {
    missingParameter: t('error.missingParameter'),
    invalidToken: t('error.invalidToken'),
    tokenExpired: t('kiosk.expired'),
    authenticationError: t('error.authentication'),
    AUTHENTICATION_ERROR: t('error.authentication'),
    unregisteredNumber: t('call.unregisterednumber', { name }),
  };
  return (
    <KioskMessage kind="fault" title={titles[trouble]}>
      <p>{t('support.checklink')}</p>
    </KioskMessage>
  );
}
