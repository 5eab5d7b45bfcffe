import type { ClientState } from '@samtal/call-core';
import { useRef } from 'react';
import { useClient } from '../../../client/hooks/use-client.ts';
import type { SecondCallProps } from '../second/SecondCall.tsx';
import { LaterContent } from './LaterContent.tsx';
import { useLaterParts } from './use-later-parts.ts';

const hasBehind = ({ behind }: ClientState) => behind !== undefined;

/** The notice about the second call, once its code is loaded. */
export const LaterSecondCall = (props: SecondCallProps) =>
  useClient(hasBehind) ? <Loaded {...props} /> : undefined;

/** Without its code the user could not answer, so it says when that cannot be loaded. */
function Loaded(props: SecondCallProps) {
  const parts = useLaterParts();
  const place = useRef<HTMLDivElement>(null);
  if (parts.phase === 'ready') return <parts.value.SecondCall {...props} />;
  return parts.phase === 'waiting' ? undefined : (
    <div ref={place} tabIndex={-1}>
      <LaterContent for={parts} focusAfterRetry={place} />
    </div>
  );
}
