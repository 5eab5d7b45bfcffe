import type { Page } from '@playwright/test';

/** What reading in a page takes, whatever drives it. */
type Readable = { evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result> };

/**
 * Looks over the page's shoulder: remembers every peer connection and every device track the page has made, so
 * that a test can count frames and prove that nothing is left open. Nothing in the product knows of it.
 */
export async function installWitness(page: {
  addInitScript(script: () => void): Promise<unknown>;
}): Promise<void> {
  await page.addInitScript(() => {
    // Weakly, or the witness itself would keep alive what it looks for.
    const peers: WeakRef<RTCPeerConnection>[] = [];
    const tracks: WeakRef<MediaStreamTrack>[] = [];
    const devices: AskedDevices[] = [];
    const channels: WeakRef<RTCDataChannel>[] = [];
    const alive = <T extends object>(refs: WeakRef<T>[]): T[] => refs.flatMap((ref) => ref.deref() ?? []);
    Object.assign(window, {
      witness: {
        peers: () => alive(peers),
        tracks: () => alive(tracks),
        channels: () => alive(channels),
        devices,
      },
    });
    const connections = window.RTCPeerConnection.prototype;
    connections.createDataChannel = new Proxy(connections.createDataChannel, {
      apply(create, self: RTCPeerConnection, args: [string, RTCDataChannelInit?]) {
        const channel = create.apply(self, args);
        channels.push(new WeakRef(channel));
        return channel;
      },
    });
    window.RTCPeerConnection = new Proxy(window.RTCPeerConnection, {
      construct(target, args: [RTCConfiguration?]) {
        const peer = new target(...args);
        peers.push(new WeakRef(peer));
        peer.addEventListener('datachannel', ({ channel }) => channels.push(new WeakRef(channel)));
        return peer;
      },
    });
    const { mediaDevices } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      devices.push({ audio: Boolean(constraints?.audio), video: Boolean(constraints?.video) });
      const stream = await getUserMedia(constraints);
      tracks.push(...stream.getTracks().map((track) => new WeakRef(track)));
      return stream;
    };
    const { prototype } = MediaStreamTrack;
    prototype.clone = new Proxy(prototype.clone, {
      apply(clone, self: MediaStreamTrack) {
        const copy = clone.call(self);
        if (alive(tracks).includes(self)) tracks.push(new WeakRef(copy));
        return copy;
      },
    });
  });
}

declare global {
  interface Window {
    witness: {
      peers(): RTCPeerConnection[];
      tracks(): MediaStreamTrack[];
      channels(): RTCDataChannel[];
      devices: AskedDevices[];
    };
  }
}

export type ReceivedMedia = {
  readonly framesDecoded: number;
  readonly audioPackets: number;
  readonly audioEnergy: number;
};

/** What the page's open peer connection has decoded so far. */
export function receivedMedia(page: Readable): Promise<ReceivedMedia> {
  return page.evaluate(async () => {
    const received = { framesDecoded: 0, audioPackets: 0, audioEnergy: 0 };
    for (const peer of window.witness.peers()) {
      if (peer.connectionState === 'closed') continue;
      for (const report of (await peer.getStats()).values()) {
        if (report.type !== 'inbound-rtp') continue;
        if (report.kind === 'video') received.framesDecoded += report.framesDecoded ?? 0;
        if (report.kind === 'audio') {
          received.audioPackets += report.packetsReceived ?? 0;
          received.audioEnergy += report.totalAudioEnergy ?? 0;
        }
      }
    }
    return received;
  });
}

/** How the voice that the page receives is encoded. */
export function voiceCodec(page: Page): Promise<{ mimeType: string; clockRate: number } | undefined> {
  return page.evaluate(async () => {
    for (const peer of window.witness.peers()) {
      if (peer.connectionState === 'closed') continue;
      const reports = await peer.getStats();
      for (const report of reports.values()) {
        if (report.type !== 'inbound-rtp' || report.kind !== 'audio') continue;
        const { mimeType, clockRate } = reports.get(report.codecId) as {
          mimeType: string;
          clockRate: number;
        };
        return { mimeType, clockRate };
      }
    }
    return undefined;
  });
}

/** Closes the text channel of the running call from outside; the product does not know why it died. */
export function killTextChannel(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const channel of window.witness.channels()) channel.close();
  });
}

/** What is still open: must be nothing after a call. */
export function stillOpen(page: Page): Promise<{ peers: number; tracks: number }> {
  return page.evaluate(() => ({
    peers: window.witness.peers().filter((peer) => peer.connectionState !== 'closed').length,
    tracks: window.witness.tracks().filter((track) => track.readyState === 'live').length,
  }));
}

/** One of the browser's own figures about the page, right after a garbage collection. */
async function metricAfterGc(page: Page, wanted: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}

/** Event listeners alive in the page. */
export const listenersAlive = (page: Page): Promise<number> => metricAfterGc(page, 'JSEventListeners');

/** Bytes of the page's JavaScript heap in use. */
export const heapUsed = (page: Page): Promise<number> => metricAfterGc(page, 'JSHeapUsedSize');

/** Peer connections that something in the page still holds, closed ones included; right after a garbage collection. */
export function peersRemembered(page: Page): Promise<number> {
  return page.evaluate(() => window.witness.peers().length);
}

export type AskedDevices = { readonly audio: boolean; readonly video: boolean };

/** What the page has asked the browser for since it was loaded. */
export const askedDevices = (page: Page): Promise<AskedDevices[]> =>
  page.evaluate(() => window.witness.devices);
