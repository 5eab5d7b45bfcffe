import { type ClientState, callBlockedBy, type MediaFailure } from '@samtal/call-core';
import { useCallback, useEffect, useState } from 'react';
import { useClient, useIntents, useMediaStage } from '../../client/hooks/use-client.ts';
import { DialScreen } from './DialScreen.tsx';
import { draftOf, keepDraft } from './dial-draft.ts';

const isVideoOn = ({ settings }: ClientState) => settings?.video ?? false;
const accountOf = ({ settings }: ClientState) => settings?.account.address ?? '';
const needsDevices = (state: ClientState) => callBlockedBy(state) === 'mediaDenied';
const isDeniedOf = ({ media }: ClientState) => media.isDenied;

/** The dial screen of the running client. */
export function DialPage({ hasTestPage }: { readonly hasTestPage: boolean }) {
  const stage = useMediaStage();
  const intents = useIntents();
  const account = useClient(accountOf);
  const isDenied = useClient(isDeniedOf);
  const [number, setNumber] = useState(() => draftOf(account));
  const blockedBy = useClient(useCallback((state) => callBlockedBy(state, number), [number]));
  const isByText = useClient(needsDevices) && blockedBy === undefined;
  const [failed, setFailed] = useState<{ readonly why: MediaFailure; readonly isDenied: boolean }>();
  // Tries again after a call.
  useEffect(() => () => setFailed(undefined), []);
  const attachPreview = useCallback(
    (element: HTMLVideoElement | null) =>
      element === null ? undefined : stage.attachPreview(element, (why) => setFailed({ why, isDenied })),
    [stage, isDenied],
  );
  return (
    <DialScreen
      number={number}
      onNumberChange={(changed) => {
        keepDraft(account, changed);
        setNumber(changed);
      }}
      isVideoOn={useClient(isVideoOn)}
      // Tries again once permission is given.
      previewFailure={failed?.isDenied === isDenied ? failed.why : undefined}
      blockedBy={blockedBy}
      isByText={isByText}
      onCall={blockedBy === undefined ? (target) => intents.call(target) : undefined}
      attachPreview={attachPreview}
      hasTestPage={hasTestPage}
    />
  );
}
