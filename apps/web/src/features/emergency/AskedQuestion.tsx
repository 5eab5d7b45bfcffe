import { lastCallOf } from '@samtal/call-core';
import { use, useEffect } from 'react';
import { ClientContext } from '../../client/hooks/use-client.ts';
import { useStore } from '../../client/store/store.ts';
import { EmergencyDialog } from './EmergencyDialog.tsx';
import { howOf } from './emergency-calls.ts';
import { question } from './question.ts';

const close = (): void => question.set(undefined);

/**
 * The question before an emergency call, over pages and calls. Every way to an emergency number, such as a recent call
 * or a service, leads to it.
 */
export function AskedQuestion() {
  const client = use(ClientContext)?.client;
  const asked = useStore(question);
  useEffect(
    () =>
      client?.askBeforeEmergency((target, media) => {
        const last = lastCallOf(client.getState().call);
        const before = last?.remoteUser.address === target ? last.emergency : undefined;
        const [number = ''] = target.split('@');
        question.set({ numbers: [number], target, how: howOf(media, before) });
      }),
    [client],
  );
  // It does not outlive its user.
  useEffect(() => close, []);
  return asked && <EmergencyDialog {...asked} onClose={close} />;
}
