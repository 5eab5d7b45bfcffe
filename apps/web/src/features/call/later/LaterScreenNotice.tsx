import type { ClientState } from '@samtal/call-core';
import { useClient } from '../../../client/hooks/use-client.ts';
import { laterPart } from './later-part.tsx';

const screenOf = ({ call, screens }: ClientState) =>
  'call' in call ? screens?.[call.call.callId] : undefined;
const ScreenNotice = laterPart((parts) => parts.ScreenNotice);

/** The notice about a shared screen, once its code is loaded. */
export function LaterScreenNotice({ name }: { readonly name: string }) {
  const screen = useClient(screenOf);
  return screen && <ScreenNotice name={name} screen={screen} />;
}
