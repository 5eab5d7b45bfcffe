import type { ClientState } from '@samtal/call-core';
import { useClient } from '../../../client/hooks/use-client.ts';
import { laterPart } from './later-part.tsx';

/** A transfer, or a call of three, is under way or was announced. */
const hasThird = ({ transfer, three, lost, call }: ClientState): boolean =>
  (transfer ?? three ?? lost ?? ('call' in call ? call.call.withUser : undefined)) !== undefined;
const ThirdNotice = laterPart((parts) => parts.ThirdNotice);

/** The notice about a transfer of the call or a call of three, once its code is loaded. */
export const LaterTransfer = (props: { readonly name: string }) =>
  useClient(hasThird) ? <ThirdNotice {...props} /> : undefined;

/** The headline of a call whose remote user was connected with another one. The code is there since the user asked for that. */
export const LaterConnectedTitle = laterPart((parts) => parts.ConnectedTitle);

/** The buttons that transfer the call or invite a third user, once their code is loaded. */
export const LaterThirdButtons = laterPart((parts) => parts.ThirdButtons);
