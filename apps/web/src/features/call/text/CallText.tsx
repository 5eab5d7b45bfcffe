import type { ClientState } from '@samtal/call-core';
import type { Conversation } from '@samtal/realtime-text';
import type { Store } from '../../../client/store.ts';
import { useClient, useIntents } from '../../../client/use-client.ts';
import { useStore } from '../../../client/use-store.ts';
import { TextPanel } from './TextPanel.tsx';
import type { TextLook } from './text-look.ts';
import { selectTextPanel } from './text-panel.selector.ts';

const textOf = ({ text }: ClientState) => text;

export type CallTextProps = {
  /** The other party. */
  readonly name: string;
  readonly look: TextLook;
  readonly conversation: Store<Conversation>;
};

/** The text of the running call: the only part of its screen that a letter renders again. */
export function CallText({ name, look, conversation }: CallTextProps) {
  const text = useClient(textOf);
  return (
    <TextPanel
      name={name}
      look={look}
      conversation={useStore(conversation)}
      {...selectTextPanel(text, useIntents())}
    />
  );
}
