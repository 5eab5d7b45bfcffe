import type { ClientState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import type { TextLook } from '../../../client/calling/text-look.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useClient, useIntents } from '../../../client/hooks/use-client.ts';
import { useStore } from '../../../client/store/store.ts';
import { readAloudChoice } from './announcements/read-aloud-choice.ts';
import { TextPanel } from './TextPanel.tsx';
import { TextTools } from './TextTools.tsx';
import { selectTextPanel } from './text-panel.selector.ts';

const textOf = ({ text }: ClientState) => text;

const transportOf = ({ call }: ClientState) =>
  call.phase === 'accepted' ? call.media.textTransport : undefined;

/** Why the user cannot write in this call; undefined when writing is possible. */
function closedBecause({ call }: ClientState): 'text.read_only' | 'call.transport.none' | undefined {
  if (call.phase !== 'accepted') return undefined;
  if (call.media.textTransport === 'none') return 'call.transport.none';
  return call.media.isTextReadOnly === true ? 'text.read_only' : undefined;
}

export type CallTextProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly look: TextLook;
};

/** Text of the call in progress; a separate component, so that a letter does not render the whole screen. */
export function CallText({ name, look }: CallTextProps) {
  const { t } = useTranslation();
  const panel = selectTextPanel(useClient(textOf), useIntents());
  const reason = useClient(closedBecause);
  const transport = useClient(transportOf);
  const choice = readAloudChoice(useAppServices().localStore);
  return (
    <TextPanel
      name={name}
      look={look}
      closedBecause={reason && t(reason)}
      tools={
        <TextTools
          name={name}
          conversation={panel.conversation}
          readAloud={useStore(choice)}
          onReadAloud={choice.choose}
        />
      }
      transport={transport && t(`call.transport.${transport}`)}
      {...panel}
    />
  );
}
