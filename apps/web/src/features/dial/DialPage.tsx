import { type ClientState, callBlockedBy } from '@samtal/call-core';
import { useCallback, useState } from 'react';
import { useClient, useIntents, useMediaStage } from '../../client/use-client.ts';
import { DialScreen } from './DialScreen.tsx';
import { draftOf, keepDraft } from './dial-draft.ts';

/** A client that is about to start has no line yet, but nobody is offline. */
const blockedByOf = (state: ClientState) =>
  state.connection.phase === 'stopped' ? 'notRegistered' : callBlockedBy(state);

const isVideoOn = ({ settings }: ClientState) => settings?.video ?? false;
const accountOf = ({ settings }: ClientState) => settings?.account.address ?? '';

/** The dial screen of the running client. */
export function DialPage() {
  const stage = useMediaStage();
  const intents = useIntents();
  const account = useClient(accountOf);
  const blockedBy = useClient(blockedByOf);
  const [number, setNumber] = useState(() => draftOf(account));
  const attachPreview = useCallback(
    (element: HTMLVideoElement | null) => (element === null ? undefined : stage.attachPreview(element)),
    [stage],
  );
  return (
    <DialScreen
      number={number}
      onNumberChange={(changed) => {
        keepDraft(account, changed);
        setNumber(changed);
      }}
      isVideoOn={useClient(isVideoOn)}
      blockedBy={blockedBy}
      onCall={blockedBy === undefined ? (target) => intents.call(target) : undefined}
      attachPreview={attachPreview}
    />
  );
}
