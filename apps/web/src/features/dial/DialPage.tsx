import type { Features } from '@samtal/api-contract';
import { type ClientState, callBlockedBy, type MediaFailure } from '@samtal/call-core';
import { useCallback, useEffect, useState } from 'react';
import { isFirstConnecting } from '../../client/hooks/use-call-action.ts';
import { useClient, useIntents, useMediaStage } from '../../client/hooks/use-client.ts';
import { CallKinds } from './CallKinds.tsx';
import { DialScreen, type DialScreenProps } from './DialScreen.tsx';
import { PeopleDial } from './people/PeopleDial.tsx';

const isVideoOn = ({ settings }: ClientState) => settings?.video ?? false;
const needsDevices = (state: ClientState) => callBlockedBy(state) === 'mediaDenied';
const isDeniedOf = ({ media }: ClientState) => media.isDenied;

export type DialPageProps = Pick<DialScreenProps, 'number' | 'onNumberChange'> & {
  readonly features: Features;
};

/** The dial screen, connected to the running client. */
export function DialPage({ number, onNumberChange, features }: DialPageProps) {
  const stage = useMediaStage();
  const intents = useIntents();
  const isDenied = useClient(isDeniedOf);
  const blockedBy = useClient(useCallback((state) => callBlockedBy(state, number), [number]));
  const isByText = useClient(needsDevices) && blockedBy === undefined;
  const [failed, setFailed] = useState<{ readonly why: MediaFailure; readonly isDenied: boolean }>();
  // This cleanup also runs when a call hides this page: the camera is tried again after the call.
  useEffect(() => () => setFailed(undefined), []);
  const attachPreview = useCallback(
    (element: HTMLVideoElement | null) =>
      element === null ? undefined : stage.attachPreview(element, (why) => setFailed({ why, isDenied })),
    [stage, isDenied],
  );
  const screen: DialScreenProps = {
    number,
    onNumberChange,
    isVideoOn: useClient(isVideoOn),
    // A failure from before a change of the permission no longer counts: the camera is tried again.
    previewFailure: failed?.isDenied === isDenied ? failed.why : undefined,
    blockedBy,
    isConnecting: useClient(isFirstConnecting),
    isByText,
    onCall: blockedBy === undefined ? (target) => intents.call(target) : undefined,
    attachPreview,
    kinds: <CallKinds target={number} onCall={(media) => intents.call(number, { media })} />,
    hasTestPage: features.selfTest,
  };
  return features.peopleFirst ? <PeopleDial {...screen} features={features} /> : <DialScreen {...screen} />;
}
