import { type ClientState, incomingText } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import type { TextLook } from '../../../../client/calling/text-look.ts';
import { useClient } from '../../../../client/hooks/use-client.ts';
import { VisuallyHidden } from '../../../../ui/page/VisuallyHidden.tsx';
import styles from './ArrivingText.module.css';

/** Number of letters of which at most the last two lines are visible. */
const SHOWN = 300;

const lastWords = ({ text }: ClientState): string => incomingText(text).trimEnd().slice(-SHOWN);

export type ArrivingTextProps = { readonly look: TextLook; readonly onOpen: (() => void) | undefined };

/**
 * While the text panel is hidden: the last words of the remote user as they arrive (decision D77). A press
 * opens the panel. Screen readers hear these words from the announcements of the call.
 */
export function ArrivingText({ look, onOpen }: ArrivingTextProps) {
  const { t } = useTranslation();
  const words = useClient(lastWords);
  return words === '' ? undefined : (
    <button type="button" className={styles.arriving} style={look.style} onClick={onOpen}>
      <VisuallyHidden>{t('toolbar.unread_text')}</VisuallyHidden>
      <bdi className={styles.words}>{words}</bdi>
    </button>
  );
}
