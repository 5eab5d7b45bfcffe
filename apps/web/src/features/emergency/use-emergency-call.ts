import { callBlockedBy, type ClientState, TEXT_ALONE } from '@samtal/call-core';
import { useEffect, useRef, useState } from 'react';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useClient, useClientState, useIntents } from '../../client/hooks/use-client.ts';
import { choiceOf, type How } from './emergency-calls.ts';

/** The notice that stands over a test call. */
export const TEST_NOTICE = 'emergencyTest';

/** So long after the dialog has opened, a press still belongs to the button that opened it. */
const SAME_PRESS_MS = 700;

type Wanted = { readonly number: string; readonly isTest: boolean };

const isOfflineIn = (state: ClientState): boolean => callBlockedBy(state) === 'offline';
const isBusyIn = (state: ClientState): boolean => callBlockedBy(state) === 'inCall';

export type EmergencyCall = {
  /** There is no connection to the server at this moment. */
  readonly isOffline: boolean;
  /** The number that is called as soon as there is a connection. */
  readonly waitingFor: string | undefined;
  readonly press: (wanted: Wanted) => void;
};

/**
 * Calls when a button of the dialog is pressed. A press without a connection is kept: the call begins when the
 * connection comes, as long as the dialog is open.
 */
export function useEmergencyCall(how: How, onCalled: () => void): EmergencyCall {
  const { alerts } = useAppServices();
  const intents = useIntents();
  const getState = useClientState();
  const isOffline = useClient(isOfflineIn);
  const isBusy = useClient(isBusyIn);
  const [waiting, setWaiting] = useState<Wanted>();
  const openedAt = useRef(performance.now());

  function call({ number, isTest }: Wanted): void {
    const chosen = choiceOf(how);
    const isRefused = isTest && callBlockedBy(getState(), number, undefined, chosen) === 'mediaDenied';
    if (isTest)
      alerts.show({ id: TEST_NOTICE, type: 'info', message: { key: 'emergency.test_running' } });
    intents.call(number, { emergency: isRefused ? { ...chosen, media: TEXT_ALONE } : chosen });
    onCalled();
  }

  const isPossible = waiting !== undefined && !isOffline && !isBusy;
  useEffect(() => {
    if (isPossible) call(waiting);
  });

  return {
    isOffline,
    waitingFor: waiting?.number,
    press(wanted) {
      if (performance.now() - openedAt.current < SAME_PRESS_MS) return;
      if (isOffline || isBusy) setWaiting(wanted);
      else call(wanted);
    },
  };
}
