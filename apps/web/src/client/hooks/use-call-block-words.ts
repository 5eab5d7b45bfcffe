import { useTranslation } from 'react-i18next';
import { isFirstConnecting, useCallBlock } from './use-call-action.ts';
import { useClient } from './use-client.ts';

/**
 * The text that says why no call, or no call to `address`, can be started now (DIAL-12, DIAL-13, DIAL-14,
 * REG-15); undefined while the page makes its first connection, and during a call, which hides the page.
 */
export function useCallBlockWords(address?: string): string | undefined {
  const { t } = useTranslation();
  const block = useCallBlock(address);
  const isQuiet = (useClient(isFirstConnecting) && block === 'offline') || block === 'inCall';
  return block === undefined || isQuiet ? undefined : t(`dial.blocked.${block}`);
}
