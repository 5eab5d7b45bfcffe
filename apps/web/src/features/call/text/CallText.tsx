import type { Settings, WebSettingKey } from '@samtal/api-contract';
import type { ClientState } from '@samtal/call-core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextLook } from '../../../client/calling/text-look.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useClient, useIntents } from '../../../client/hooks/use-client.ts';
import { useStore } from '../../../client/store/store.ts';
import { readAloudChoice } from './announcements/read-aloud-choice.ts';
import { useThreeText } from './shared/use-three-text.ts';
import { TextPanel } from './TextPanel.tsx';
import { selectTextPanel } from './text-panel.selector.ts';
import { SizeButtons } from './tools/SizeButtons.tsx';
import { TextTools } from './tools/TextTools.tsx';
import { largerSize, smallerSize } from './tools/text-sizes.ts';

const textOf = ({ text }: ClientState) => text;

const acceptedAtOf = ({ call }: ClientState) => (call.phase === 'accepted' ? call.acceptedAt : undefined);

const transportOf = ({ call }: ClientState) =>
  call.phase === 'accepted' ? call.media.textTransport : undefined;

/** Why the user cannot write in this call; undefined when writing is possible. */
function closedBecause({ call }: ClientState): 'text.read_only' | 'call.transport.none' | undefined {
  if (call.phase !== 'accepted') return undefined;
  if (call.media.textTransport === 'none') return 'call.transport.none';
  return call.media.isTextReadOnly === true ? 'text.read_only' : undefined;
}

export type CallTextProps = {
  readonly callId: string;
  /** Name of the remote user. */
  readonly name: string;
  readonly look: TextLook;
  readonly settings: Settings;
  /** Changes a setting of the text for this call, and keeps it where the user may keep settings. */
  readonly onSetting: (key: WebSettingKey, value: string) => void;
  /** Whether the user may keep settings, such as own phrases. */
  readonly isKept: boolean;
};

/** Text of the call in progress; a separate component, so that a letter does not render the whole screen. */
export function CallText({ callId, look: chosen, settings, onSetting, isKept, ...props }: CallTextProps) {
  const { t } = useTranslation();
  const three = useThreeText(callId);
  const chosenPanel = selectTextPanel(useClient(textOf), useIntents(), callId);
  // Three people have one conversation (RFC 9071 §4).
  const panel = three
    ? { ...chosenPanel, conversation: three.runs, doubts: three.doubts, late: three.late }
    : chosenPanel;
  const look: TextLook = three ? { ...chosen, layout: 'oneBox' } : chosen;
  const people = three?.people ?? [props.name];
  const name = people.join(', ');
  const reason = useClient(closedBecause);
  const ownTransport = useClient(transportOf);
  const transport = three ? three.transport : ownTransport;
  const startedAt = useClient(acceptedAtOf);
  const choice = readAloudChoice(useAppServices().localStore);
  const size = settings['WEB_TEXT_SIZE'];
  const onPinch = useCallback(
    (step: -1 | 1) => {
      const next = step === 1 ? largerSize(size ?? '') : smallerSize(size ?? '');
      if (next !== undefined) onSetting('WEB_TEXT_SIZE', next);
    },
    [size, onSetting],
  );
  return (
    <TextPanel
      name={name}
      people={people}
      look={look}
      startedAt={startedAt}
      closedBecause={reason && t(reason)}
      tools={
        <>
          <SizeButtons size={size} onSize={(next) => onSetting('WEB_TEXT_SIZE', next)} />
          <TextTools
            name={name}
            conversation={panel.conversation}
            readAloud={useStore(choice)}
            onReadAloud={choice.choose}
            settings={settings}
            onSetting={onSetting}
            corrected={look.corrected}
          />
        </>
      }
      helpers={{
        own: settings['WEB_PHRASES'],
        onChange: isKept ? (setting) => onSetting('WEB_PHRASES', setting) : undefined,
      }}
      onPinch={onPinch}
      transport={transport && t(`call.transport.${transport}`)}
      {...panel}
    />
  );
}
