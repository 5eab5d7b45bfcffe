import { TextLines } from '../log/TextLines.tsx';
import styles from '../TextPanel.module.css';
import { SharedText, type SharedTextProps } from './SharedText.tsx';
import { useLiveLine } from './use-live-line.ts';

/** Number of letters of which at most the last two lines are visible. */
const SHOWN = 300;

/**
 * The conversation of a call in progress. The line that the remote user is writing stands below it while its
 * place in the conversation is out of sight. Assistive technology has these words in their turn already.
 */
export function LiveSharedText(props: Omit<SharedTextProps, 'turn' | 'endRef'>) {
  const { line, ...newest } = useLiveLine(props.conversation);
  return (
    <div className={styles.shared}>
      <SharedText {...props} {...newest} />
      {line === undefined ? undefined : (
        <div className={styles.live} data-live-line aria-hidden="true">
          <bdi className={styles.caption}>{props.conversation[newest.turn]?.who ?? props.name}</bdi>
          <div className={styles.liveWords}>
            <TextLines text={line.slice(-SHOWN)} />
          </div>
        </div>
      )}
    </div>
  );
}
