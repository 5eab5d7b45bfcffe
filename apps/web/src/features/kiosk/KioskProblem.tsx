import type { KioskRefusal } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { KioskMessage } from './KioskMessage.tsx';

export type KioskProblemProps = {
  readonly why: KioskRefusal;
  /** Name of the user that the link calls. */
  readonly name: string;
};

/** Shown when the call of a kiosk link is not possible (KIOSK-07 … -09, KIOSK-11, A-064). */
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
