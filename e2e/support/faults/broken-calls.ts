import type { Page } from '@playwright/test';

/*
 * What a defective product would do, brought about from outside: each function is run by the page before its own
 * scripts, and changes what the browser gives them.
 */

/** Speech is coded for a telephone, the camera is small and slow, and the sound is late. */
function spoilMedia(): void {
  const { prototype } = RTCPeerConnection;
  const { setRemoteDescription } = prototype;
  // The other end asks for narrowband speech (RFC 7587 §6.1).
  prototype.setRemoteDescription = function (this: RTCPeerConnection, { type, sdp = '' }) {
    const opus = /^a=rtpmap:(\d+) opus/m.exec(sdp)?.[1];
    const narrow = sdp
      .replace(new RegExp(`^a=fmtp:${opus} .*\r\n`, 'm'), '')
      .replace(/^(a=rtpmap:\d+ opus.*\r\n)/m, `$1a=fmtp:${opus} maxplaybackrate=8000\r\n`);
    return Reflect.apply(setRemoteDescription, this, [{ type, sdp: narrow }]);
  } as typeof setRemoteDescription;
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await getUserMedia(constraints);
    for (const track of stream.getVideoTracks())
      await track.applyConstraints({
        width: { exact: 160 },
        height: { exact: 120 },
        frameRate: { exact: 10 },
      });
    return stream;
  };
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    if (!(to instanceof MediaStreamAudioDestinationNode)) return Reflect.apply(connect, this, [to]);
    const late = new DelayNode(this.context, { delayTime: 0.3, maxDelayTime: 1 });
    Reflect.apply(connect, late, [to]);
    return Reflect.apply(connect, this, [late]);
  } as typeof connect;
}

/** Sent text lies over received text, nothing has a name, and no packet says how loud it is. */
function spoilScreen(): void {
  document.addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      html[data-call-status='ACCEPTED'] h1 { display: none }
      html[data-call-status='ACCEPTED'] textarea { transform: scale(6) }
    `);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
  const strip = (): void => {
    if (document.documentElement.dataset['callStatus'] === 'ACCEPTED')
      for (const named of document.querySelectorAll('[role="log"], article, textarea')) {
        named.removeAttribute('aria-label');
        named.removeAttribute('aria-labelledby');
        if (named instanceof HTMLTextAreaElement) for (const label of named.labels) label.remove();
      }
    requestAnimationFrame(strip);
  };
  requestAnimationFrame(strip);
  RTCRtpReceiver.prototype.getSynchronizationSources = () => [];
}

/**
 * Text goes by MESSAGE, because the offer has no data channel for it; answers to text and text itself are late, and
 * the service says nothing of its own.
 */
function spoilText(): void {
  const greeting = 'This is the echo service.';
  const delayOf = (message: string): number => {
    if (message.startsWith('MESSAGE ')) return 1_100;
    return /^SIP\/2\.0 2\d\d[\s\S]*^CSeq: \d+ MESSAGE/m.test(message) ? 1_700 : 0;
  };
  window.WebSocket = new Proxy(window.WebSocket, {
    construct(target, args: [string, string[]]) {
      const socket = new target(...args);
      const listeners: ((event: MessageEvent) => void)[] = [];
      const send = socket.send.bind(socket);
      socket.send = (data) =>
        send(typeof data === 'string' ? data.replace('subprotocol="t140"', 'subprotocol="none"') : data);
      socket.addEventListener('message', ({ data: message }: MessageEvent<string>) => {
        const isGreeting = message.includes(greeting);
        const passed = isGreeting
          ? message
              .replace(/^Content-Length: \d+/m, 'Content-Length: 0')
              .replace(/\r\n\r\n[\s\S]*$/, '\r\n\r\n')
          : message;
        const pass = (): void => {
          for (const listener of listeners) listener(new MessageEvent('message', { data: passed }));
        };
        const delay = delayOf(message);
        if (delay === 0) pass();
        else setTimeout(pass, delay);
      });
      Object.defineProperty(socket, 'onmessage', {
        set(listener: (event: MessageEvent) => void) {
          listeners.splice(0, listeners.length, listener);
        },
      });
      const add = socket.addEventListener.bind(socket);
      socket.addEventListener = ((
        type: string,
        listener: (event: MessageEvent) => void,
        options?: boolean,
      ) => {
        if (type === 'message') listeners.push(listener);
        else add(type, listener as EventListener, options);
      }) as typeof socket.addEventListener;
      return socket;
    },
  });
}

/** No sound of the other end is played. */
function spoilSound(): void {
  const { prototype } = RTCPeerConnection;
  const { setRemoteDescription } = prototype;
  prototype.setRemoteDescription = async function (this: RTCPeerConnection, description) {
    await Reflect.apply(setRemoteDescription, this, [description]);
    for (const { track } of this.getReceivers()) {
      if (track.kind !== 'audio') continue;
      track.enabled = false;
      Object.defineProperty(track, 'enabled', { get: () => false, set: () => {} });
    }
  };
}

const faults = { media: spoilMedia, screen: spoilScreen, text: spoilText, sound: spoilSound } as const;

/** Opens the page anew with a defect. */
export async function openBroken(page: Page, fault: keyof typeof faults): Promise<void> {
  await page.addInitScript(faults[fault]);
  await page.reload();
}
