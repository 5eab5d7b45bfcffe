import type { KioskRefusal } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { KioskMessage } from './KioskMessage.tsx';

export type KioskProblemProps = {
  readonly why: KioskRefusal;
  /** Whom the link wants to call. */
  readonly name: string;
};

/** In place of the call that could not be (KIOSK-07 … -09, KIOSK-11, A-064). */
export function KioskProblem({ why, name }: KioskProblemProps) {
  const { t } = useTranslation();
  const titles: Readonly<Record<KioskRefusal, string>> = {
    missingParameter: t('error.missingParameter'),
    invalidToken: t('error.invalidToken'),
    tokenExpired: t('error.tokenExpiredInvalid'),
    authenticationError: t('error.authentication'),
    unregisteredNumber: t('call.unregisterednumber', { name }),
  };
  return (
    <KioskMessage kind="fault" title={titles[why]}>
      <p>{t('support.checklink')}</p>
    </KioskMessage>
  );
}
