import type { ClientState } from '@samtal/call-core';
import { useClient } from '../../../client/hooks/use-client.ts';
import type { SecondCallProps } from '../second/SecondCall.tsx';
import { LaterContent } from './LaterContent.tsx';
import { useLaterParts } from './use-later-parts.ts';

const hasBehind = ({ behind }: ClientState) => behind !== undefined;
/** The focus goes to the heading of the call. */
const nowhere = { current: null };

/** The notice about the second call, once its code is loaded. */
export const LaterSecondCall = (props: SecondCallProps) =>
  useClient(hasBehind) ? <Loaded {...props} /> : undefined;

/** Without its code the user could not answer, so it says when that cannot be loaded. */
function Loaded(props: SecondCallProps) {
  const parts = useLaterParts();
  if (parts.phase === 'ready') return <parts.value.SecondCall {...props} />;
  return parts.phase === 'failed' ? <LaterContent for={parts} focusAfterRetry={nowhere} /> : undefined;
}
