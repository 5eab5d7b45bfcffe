import type { ClientState } from '@samtal/call-core';
import type { Conversation } from '@samtal/realtime-text';
import type { Store } from '../../../client/store.ts';
import type { TextLook } from '../../../client/text-look.ts';
import { useClient } from '../../../client/use-client.ts';
import { useStore } from '../../../client/use-store.ts';
import { CopyConversation } from './CopyConversation.tsx';
import styles from './EndedText.module.css';
import { SharedText } from './SharedText.tsx';
import { undeliveredIn } from './text-panel.selector.ts';
import { UndeliveredText } from './UndeliveredText.tsx';

export type EndedTextProps = {
  /** The other party. */
  readonly name: string;
  readonly look: TextLook;
  readonly conversation: Store<Conversation>;
};

const outboxOf = ({ text }: ClientState) => text.outbox;

/** What was written in a call that is over, to be read and copied until its screen is left (decisions D3, D10). */
export function EndedText({ name, look, conversation }: EndedTextProps) {
  const words = useStore(conversation);
  const undelivered = undeliveredIn(useClient(outboxOf));
  if (words.length === 0 && undelivered.length === 0) return undefined;
  return (
    <div className={styles.ended} style={look.style}>
      {words.length === 0 ? undefined : (
        <div className={styles.words}>
          <SharedText name={name} conversation={words} />
        </div>
      )}
      <UndeliveredText undelivered={undelivered} />
      <CopyConversation name={name} conversation={words} />
    </div>
  );
}
