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

type Held = { readonly hold: HoldView; readonly isResuming?: boolean };

function Camera(held: Held) {
  const { peer } = usePeer({
    callId: 'c1',
    kind: 'video',
    textTransport: 'dataChannel',
    attachRemote,
    ...held,
  });
  return <output>{`${peer.camera} ${peer.contact}`}</output>;
}

/** A call whose peer is seen as the test says. */
async function open(held: Held) {
  let read: (view: PeerView) => void = nothing;
  const peers: PeerMonitor = {
    watch(_callId, _video, listener) {
      read = listener;
      return nothing;
    },
  };
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  const show = (now: Held) => (
    <ClientProvider client={client} stage={stage} peers={peers}>
      <Camera {...now} />
    </ClientProvider>
  );
  const screen = await render(show(held));
  return {
    read: (view: PeerView) => read(view),
    change: (now: Held) => screen.rerender(show(now)),
    says: (words: string) => expect.element(screen.getByRole('status')).toHaveTextContent(words),
  };
}

test('D84 D85 when a call is resumed, nothing is said of a camera that sent nothing while the call was on hold', async () => {
  const { read, change, says } = await open({ hold: 'own' });
  read({ camera: 'none', microphone: 'none', contact: 'good' });
  await says('none good');
  await change({ hold: 'none' });
  await says('on good');
  read({ camera: 'off', microphone: 'on', contact: 'good' });
  await says('off good');
});

test('D84 D85 until the peer agrees that a call is resumed, nothing is said of its camera, but of a lost contact', async () => {
  const { read, change, says } = await open({ hold: 'none', isResuming: true });
  read({ camera: 'none', microphone: 'none', contact: 'theirs' });
  await says('on theirs');
  read({ camera: 'none', microphone: 'none', contact: 'good' });
  await says('on good');
  await change({ hold: 'none' });
  await says('on good');
  read({ camera: 'none', microphone: 'on', contact: 'good' });
  await says('none good');
});
