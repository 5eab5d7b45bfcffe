import type { Page } from '@playwright/test';

/** The part of a page object that the functions below need, with any driver. */
type Readable = { evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result> };

/**
 * Records every peer connection and every device track that the page makes, so that a test can count frames
 * and prove that none is left open. The product does not depend on it.
 */
export async function installWitness(page: {
  addInitScript(script: () => void): Promise<unknown>;
}): Promise<void> {
  await page.addInitScript(() => {
    // Weak references, because the witness must not keep alive the objects that it counts.
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
    // Firefox also runs this in the empty page of a new tab, which has no devices.
    const { mediaDevices }: { readonly mediaDevices?: MediaDevices } = navigator;
    const getUserMedia = mediaDevices?.getUserMedia.bind(mediaDevices);
    if (mediaDevices !== undefined && getUserMedia !== undefined)
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

/** What the open peer connection of the page has decoded so far. */
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

/** The codec of the audio that the page receives. */
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

/** Closes the text channel of the running call; the product does not know why it closed. */
export function killTextChannel(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const channel of window.witness.channels()) channel.close();
  });
}

/** The network loses what the page sends on its text channels from now on, as before a channel fails. */
export function loseSentText(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const channel of window.witness.channels()) channel.send = () => {};
  });
}

/** How many peer connections and device tracks are still open; after a call there must be none. */
export function stillOpen(page: Page): Promise<{ peers: number; tracks: number }> {
  return page.evaluate(() => ({
    peers: window.witness.peers().filter((peer) => peer.connectionState !== 'closed').length,
    tracks: window.witness.tracks().filter((track) => track.readyState === 'live').length,
  }));
}

/** One of the browser's own metrics of the page, immediately after a garbage collection. */
async function metricAfterGc(page: Page, wanted: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}

/** Number of live event listeners in the page. */
export const listenersAlive = (page: Page): Promise<number> => metricAfterGc(page, 'JSEventListeners');

/** Bytes of the page's JavaScript heap in use. */
export const heapUsed = (page: Page): Promise<number> => metricAfterGc(page, 'JSHeapUsedSize');

/** Number of peer connections that the page still refers to, also closed ones, after a garbage collection. */
export function peersRemembered(page: Page): Promise<number> {
  return page.evaluate(() => window.witness.peers().length);
}

export type AskedDevices = { readonly audio: boolean; readonly video: boolean };

/** The devices that the page has asked for since it was loaded. */
export const askedDevices = (page: Page): Promise<AskedDevices[]> =>
  page.evaluate(() => window.witness.devices);
