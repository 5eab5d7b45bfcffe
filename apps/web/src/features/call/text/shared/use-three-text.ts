import type { ClientState, RemoteUser } from '@samtal/call-core';
import { use } from 'react';
import type { ThreeText } from '../../../../client/calling/three-texts.ts';
import { ClientContext, useClient, useKnownNames } from '../../../../client/hooks/use-client.ts';

const textBehind = ({ behind }: ClientState) => behind?.text;

/** The conversation of a call of three, also when one has left it; undefined = the call was never one (decision D102). */
export function useThreeText(callId: string): ThreeText | undefined {
  useClient(textBehind);
  const names = useKnownNames();
  return use(ClientContext)?.threeTexts?.()?.of(callId, names);
}

/** The names of both other users of a call of three; undefined = there is no other one. */
export function useNamesApart(one: RemoteUser, other: RemoteUser | undefined) {
  const names = useKnownNames();
  const texts = use(ClientContext)?.threeTexts?.();
  return other && texts?.namesApart(one, other, names);
}
