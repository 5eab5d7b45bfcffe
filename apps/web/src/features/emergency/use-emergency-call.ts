import { type ClientState, callBlockedBy, TEXT_ALONE } from '@samtal/call-core';
import { useEffect, useState } from 'react';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useClient, useClientState, useIntents } from '../../client/hooks/use-client.ts';
import { choiceOf, type How } from './emergency-calls.ts';

/** The notice that stands over a test call. */
export const TEST_NOTICE = 'emergencyTest';

/** A double press is over after this time. */
const SAME_PRESS_MS = 700;

/** `target`: the address that is called; undefined = the number. */
type Wanted = { readonly number: string; readonly target?: string | undefined; readonly isTest: boolean };

const isOfflineIn = (state: ClientState): boolean => callBlockedBy(state) === 'offline';
const isBusyIn = (state: ClientState): boolean => callBlockedBy(state) === 'inCall';

export type EmergencyCall = {
  /** There is no connection to the server at this moment. */
  readonly isOffline: boolean;
  /** The number that is called as soon as there is a connection. */
  readonly waitingFor: string | undefined;
  /** False in the first moment, in which a press still belongs to the button that opened the dialog. */
  readonly isReady: boolean;
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
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), SAME_PRESS_MS);
    return () => clearTimeout(timer);
  }, []);

  function call({ number, target = number, isTest }: Wanted): void {
    const chosen = choiceOf(how);
    const isRefused = isTest && callBlockedBy(getState(), number, undefined, chosen) === 'mediaDenied';
    if (isTest) alerts.show({ id: TEST_NOTICE, type: 'info', message: { key: 'emergency.test_running' } });
    intents.call(target, { emergency: isRefused ? { ...chosen, media: TEXT_ALONE } : chosen });
    onCalled();
  }

  const isPossible = waiting !== undefined && !isOffline && !isBusy;
  useEffect(() => {
    if (isPossible) call(waiting);
  });

  return {
    isOffline,
    waitingFor: waiting?.number,
    isReady,
    press(wanted) {
      if (isOffline || isBusy) setWaiting(wanted);
      else call(wanted);
    },
  };
}
