import type { ClientState } from '@samtal/call-core';
import { type Conversation, doubtfulRanges, doubtsInWords, markDoubts } from '@samtal/realtime-text';
import type { TextLook } from '../../../client/calling/text-look.ts';
import { useClient } from '../../../client/hooks/use-client.ts';
import type { Store } from '../../../client/store/store.ts';
import { useStore } from '../../../client/store/use-store.ts';
import { CopyConversation } from './CopyConversation.tsx';
import { DoubtfulText } from './DoubtfulText.tsx';
import styles from './EndedText.module.css';
import { SharedText } from './SharedText.tsx';

export type EndedTextProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly look: TextLook;
  readonly conversation: Store<Conversation>;
};

const outboxOf = ({ text }: ClientState) => text.outbox;

/** Text of an ended call, to read and copy until the user leaves the screen (decisions D3, D10). */
export function EndedText({ name, look, conversation }: EndedTextProps) {
  const outbox = useClient(outboxOf);
  const words = markDoubts(useStore(conversation), doubtfulRanges(outbox));
  const doubts = doubtsInWords(outbox);
  if (words.length === 0 && doubts.length === 0) return undefined;
  return (
    <div className={styles.ended} style={look.style}>
      {words.length === 0 ? undefined : (
        <div className={styles.words}>
          <SharedText name={name} conversation={words} />
        </div>
      )}
      <DoubtfulText doubts={doubts} late="" />
      <CopyConversation name={name} conversation={words} />
    </div>
  );
}
