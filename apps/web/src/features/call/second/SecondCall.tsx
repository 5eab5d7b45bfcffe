import type { CallState } from '@samtal/call-core';
import { useClient, useKnownNames } from '../../../client/hooks/use-client.ts';
import { withKnownName } from '../../../client/people/known-names.ts';
import { nameOf } from '../../../client/people/remote-user-name.ts';
import { EndedCall } from './EndedCall.tsx';
import { SecondCaller } from './SecondCaller.tsx';
import { callBack, callBehind, isOfThree } from './second-call-state.ts';
import { WaitingCall } from './WaitingCall.tsx';

export type SecondCallProps = {
  /** Name of the remote user of the call in front. */
  readonly front: string;
};

/**
 * What the user of a call reads about the second call: who rings, who waits, or how it ended (decision D85). An
 * emergency service that calls back during two calls rings here too (decision D89).
 */
export function SecondCall({ front }: SecondCallProps) {
  const beside = useClient(callBack);
  const names = useKnownNames();
  return (
    <>
      {beside === undefined ? undefined : (
        <SecondCaller
          key={beside.call.callId}
          call={beside}
          name={nameOf(withKnownName(beside.call.remoteUser, names))}
          front={front}
          isBesideTwo
        />
      )}
      <CallBehind front={front} isThirdRinging={beside !== undefined} />
    </>
  );
}

function CallBehind({ front, isThirdRinging }: SecondCallProps & { readonly isThirdRinging: boolean }) {
  const state: CallState | undefined = useClient(callBehind);
  const names = useKnownNames();
  const isThree = useClient(isOfThree);
  if (state === undefined || state.phase === 'idle' || isThree) return undefined;
  const { callId } = state.call;
  const name = nameOf(withKnownName(state.call.remoteUser, names));
  if (state.phase === 'incoming') return <SecondCaller key={callId} call={state} name={name} front={front} />;
  if (state.phase === 'accepted')
    return <WaitingCall key={callId} name={name} front={front} hasShortcut={!isThirdRinging} />;
  return <EndedCall key={callId} call={state} name={name} />;
}
