import { type ClientState, conversationOf } from '@samtal/call-core';
import { doubtsInWords } from '@samtal/realtime-text';
import type { ReactNode } from 'react';
import type { TextLook } from '../../../../client/calling/text-look.ts';
import { useClient } from '../../../../client/hooks/use-client.ts';
import { DoubtfulText } from '../DoubtfulText.tsx';
import { SharedText } from '../shared/SharedText.tsx';
import { useThreeText } from '../shared/use-three-text.ts';
import { CopyConversation } from '../tools/CopyConversation.tsx';
import styles from './EndedText.module.css';

export type EndedTextProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly look: TextLook;
  /** Further buttons for the text. */
  readonly children?: ReactNode;
};

const textOf = ({ text }: ClientState) => text;
const callIdOf = ({ call }: ClientState) => ('call' in call ? call.call.callId : '');

/** Text of an ended call, to read and copy until the user leaves the screen (decisions D3, D10). */
export function EndedText({ name, look, children }: EndedTextProps) {
  const text = useClient(textOf);
  const three = useThreeText(useClient(callIdOf));
  const conversation = three?.runs ?? conversationOf(text);
  const doubts = three?.doubts ?? doubtsInWords(text.outbox);
  if (conversation.length === 0 && doubts.length === 0) return undefined;
  return (
    <div className={styles.ended} style={look.style}>
      {conversation.length === 0 ? undefined : (
        <div className={styles.words}>
          <SharedText name={name} conversation={conversation} />
        </div>
      )}
      <DoubtfulText doubts={doubts} late="" />
      <CopyConversation name={name} conversation={conversation} />
      {children}
    </div>
  );
}
