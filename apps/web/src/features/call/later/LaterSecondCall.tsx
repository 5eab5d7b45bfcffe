import type { ClientState } from '@samtal/call-core';
import { useClient } from '../../../client/hooks/use-client.ts';
import type { SecondCallProps } from '../second/SecondCall.tsx';
import { laterPart } from './later-part.tsx';

const hasBehind = ({ behind }: ClientState) => behind !== undefined;
const SecondCall = laterPart((parts) => parts.SecondCall);

/** The notice about the second call; its code is loaded before that call rings. */
export const LaterSecondCall = (props: SecondCallProps) =>
  useClient(hasBehind) ? <SecondCall {...props} /> : undefined;
