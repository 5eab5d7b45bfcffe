import { useTranslation } from 'react-i18next';
import { useCallBlock } from './use-call-action.ts';

/**
 * The text that says why no call, or no call to `address`, can be started now (DIAL-12, DIAL-13, DIAL-14,
 * REG-15).
 */
export function useCallBlockWords(address?: string): string | undefined {
  const { t } = useTranslation();
  const block = useCallBlock(address);
  return block === undefined ? undefined : t(`dial.blocked.${block}`);
}
