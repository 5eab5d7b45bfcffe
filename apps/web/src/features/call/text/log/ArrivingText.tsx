import { type ClientState, incomingText } from '@samtal/call-core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextLook } from '../../../../client/calling/text-look.ts';
import { useClient } from '../../../../client/hooks/use-client.ts';
import { VisuallyHidden } from '../../../../ui/page/VisuallyHidden.tsx';
import styles from './ArrivingText.module.css';

/** Number of letters of which at most the last two lines are visible. */
const SHOWN = 300;

const lastOf = ({ text }: Pick<ClientState, 'text'>): string => incomingText(text).trimEnd().slice(-SHOWN);
const wordsBehind = ({ behind }: ClientState): string => (behind?.text.isUnread ? lastOf(behind) : '');
const isFrontRead = ({ text }: ClientState): boolean => !text.isUnread;

export type ArrivingTextProps = {
  readonly look: TextLook;
  /** The users in front and behind, where both are in sight (decision D102). */
  readonly names?: readonly [string, string] | undefined;
  readonly onOpen: (() => void) | undefined;
};

/**
 * While the text panel is hidden: the last words of the remote user as they arrive (decision D77). A press
 * opens the panel. Screen readers hear these words from the announcements of the call.
 */
export function ArrivingText({ look, names, onOpen }: ArrivingTextProps) {
  const { t } = useTranslation();
  const front = useClient(lastOf);
  const behind = useClient(wordsBehind);
  const isRead = useClient(isFrontRead);
  const texts = names ? [isRead ? '' : front, behind] : [front];
  return texts.every((words) => words === '') ? undefined : (
    <button type="button" className={styles.arriving} style={look.style} onClick={onOpen}>
      <VisuallyHidden>{t('toolbar.unread_text')}</VisuallyHidden>
      {texts.map((words, index) =>
        words === '' ? undefined : (
          <Fragment key={index === 0 ? 'front' : 'behind'}>
            {names && <bdi className={styles.name}>{names[index]}</bdi>}
            <bdi className={styles.words}>{words}</bdi>
          </Fragment>
        ),
      )}
    </button>
  );
}
