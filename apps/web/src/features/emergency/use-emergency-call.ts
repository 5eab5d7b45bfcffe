import { type ClientState, callBlockedBy, SAME_PRESS_MS, TEXT_ALONE } from '@samtal/call-core';
import { useEffect, useState } from 'react';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useClient, useClientState, useIntents } from '../../client/hooks/use-client.ts';
import { choiceOf, type How } from './emergency-calls.ts';

/** The notice that stands over a test call. */
export const TEST_NOTICE = 'emergencyTest';

/** `target`: the address that is called; undefined = the number. */
type Wanted = { readonly number: string; readonly target?: string | undefined; readonly isTest: boolean };
/** `during`: the call that the user was in when the button was pressed. */
type Waiting = Wanted & { readonly during: string | undefined };

const isOfflineIn = (state: ClientState): boolean => callBlockedBy(state) === 'offline';
const isBusyIn = ({ call }: ClientState): boolean =>
  ['incoming', 'calling', 'establishing', 'accepted'].includes(call.phase);
const answeredIn = ({ call }: ClientState): string | undefined =>
  call.phase === 'establishing' || call.phase === 'accepted' ? call.call.callId : undefined;

export type EmergencyCall = {
  /** There is no connection to the server at this moment. */
  readonly isOffline: boolean;
  /** Another call rings or is in progress; an emergency call ends it. */
  readonly isBusy: boolean;
  /** The number that is called as soon as there is a connection. */
  readonly waitingFor: string | undefined;
  /** False in the first moment, in which a press still belongs to the button that opened the dialog. */
  readonly isReady: boolean;
  readonly press: (wanted: Wanted) => void;
};

/**
 * Calls when a button of the dialog is pressed. A press without a connection is kept: the call begins when the
 * connection comes, as long as the dialog is open and the user answers no call meanwhile.
 */
export function useEmergencyCall(how: How, onCalled: () => void): EmergencyCall {
  const { alerts } = useAppServices();
  const intents = useIntents();
  const getState = useClientState();
  const isOffline = useClient(isOfflineIn);
  const isBusy = useClient(isBusyIn);
  const answered = useClient(answeredIn);
  const [waiting, setWaiting] = useState<Waiting>();
  // A user who has answered a call is asked again.
  if (waiting !== undefined && answered !== undefined && answered !== waiting.during) setWaiting(undefined);
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

  const isPossible = waiting !== undefined && !isOffline && !(waiting.isTest && isBusy);
  useEffect(() => {
    if (isPossible) call(waiting);
  });

  return {
    isOffline,
    isBusy,
    waitingFor: waiting?.number,
    isReady,
    press(wanted) {
      if (isOffline) setWaiting({ ...wanted, during: answered });
      else call(wanted);
    },
  };
}
