import type { HoldView, PeerView } from '@samtal/call-core';
import { createFakeClock, createFakeNetwork, createTestClient } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { PeerMonitor } from '../../../client/ports/peer-monitor.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { usePeer } from './use-peer.ts';

const nothing = () => {};
const attachRemote = () => nothing;
const stage = {
  attachRemote,
  attachLocal: attachRemote,
  canCaptureScreen: false,
  attachScreen: () => () => {},
  attachPreview: attachRemote,
};

function Camera({ hold }: { readonly hold: HoldView }) {
  const { peer } = usePeer({ callId: 'c1', kind: 'video', textTransport: 'dataChannel', attachRemote, hold });
  return <output>{peer.camera}</output>;
}

test('D84 D85 when a call is resumed, nothing is said of a camera that sent nothing while the call was on hold', async () => {
  let read: (view: PeerView) => void = nothing;
  const peers: PeerMonitor = {
    watch(_callId, _video, listener) {
      read = listener;
      return nothing;
    },
  };
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  const show = (hold: HoldView) => (
    <ClientProvider client={client} stage={stage} peers={peers}>
      <Camera hold={hold} />
    </ClientProvider>
  );
  const screen = await render(show('own'));
  read({ camera: 'none', microphone: 'none', contact: 'good' });
  await expect.element(screen.getByRole('status')).toHaveTextContent('none');
  await screen.rerender(show('none'));
  await expect.element(screen.getByRole('status')).toHaveTextContent('on');
  read({ camera: 'off', microphone: 'on', contact: 'good' });
  await expect.element(screen.getByRole('status')).toHaveTextContent('off');
});
