/**
 * A peer with another implementation: a page that calls and answers with SIP.js. For tests only; it shows that Samtal
 * interoperates.
 */
import type { Invitation, Referral, Session, Web } from 'sip.js';
import { Inviter, Registerer, SessionState, SIPExtension, UserAgent } from 'sip.js';

type Handler = InstanceType<typeof Web.SessionDescriptionHandler>;

let agent: UserAgent;
let session: Session | undefined;
/** The call before the newest one. */
let earlier: Session | undefined;
let received = '';
/** The first lines of what the peer has reported about a transfer. */
let progress = '';
const handler = () => session?.sessionDescriptionHandler as Handler | undefined;
const connection = () => handler()?.peerConnection;
/** The last description of the other end, since `readOffers`. */
let offer = '';
/** What the peer sends when it calls or answers. */
let constraints = { audio: true, video: true };

function watch(next: Session): void {
  earlier = session;
  session = next;
  next.delegate = {
    onMessage: (message) => {
      received += message.request.body;
      void message.accept();
    },
    onRefer: (referral: Referral) => {
      void referral.accept().then(() => {
        const inviter = referral.makeInviter({ sessionDescriptionHandlerOptions: { constraints } });
        watch(inviter);
        return inviter.invite();
      });
    },
  };
}

/** The functions of this page that the journey calls. */
const peer = {
  async register(server: string, address: string, username: string, password: string): Promise<void> {
    const uri = UserAgent.makeURI(`sip:${address}`);
    if (uri === undefined) throw new Error('not an address');
    agent = new UserAgent({
      uri,
      transportOptions: { server },
      authorizationUsername: username,
      authorizationPassword: password,
      sessionDescriptionHandlerFactoryOptions: { iceGatheringTimeout: 500 },
      sipExtensionReplaces: SIPExtension.Supported,
      logBuiltinEnabled: false,
      delegate: {
        onInvite: (invitation: Invitation) => {
          watch(invitation);
          void invitation.accept({ sessionDescriptionHandlerOptions: { constraints } });
        },
      },
    });
    await agent.start();
    const registerer = new Registerer(agent);
    const registered = new Promise<void>((resolve) => registerer.stateChange.addListener(() => resolve()));
    await registerer.register();
    await registered;
  },
  async call(target: string): Promise<void> {
    const uri = UserAgent.makeURI(`sip:${target}`);
    if (uri === undefined) throw new Error('not an address');
    const inviter = new Inviter(agent, uri, { sessionDescriptionHandlerOptions: { constraints } });
    watch(inviter);
    await inviter.invite();
  },
  async type(text: string): Promise<void> {
    await session?.message({
      requestOptions: {
        body: { contentDisposition: 'render', contentType: 'text/plain;charset=UTF-8', content: text },
      },
    });
  },
  /** Calls and answers with sound only from now on. */
  speakOnly(): void {
    constraints = { audio: true, video: false };
  },
  /** Adds the camera to the call by a re-INVITE. */
  async addCamera(): Promise<void> {
    constraints = { audio: true, video: true };
    await session?.invite({ sessionDescriptionHandlerOptions: { constraints } });
  },
  /** Holds the call by a re-INVITE, or resumes it. */
  async hold(isHeld: boolean): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      void session?.invite({
        requestDelegate: { onAccept: () => resolve(), onReject: () => resolve() },
        sessionDescriptionHandlerOptions: { constraints, hold: isHeld } as object,
      });
    });
    await answered;
  },
  /** Asks the peer to call `target` instead, and collects what it reports. */
  async refer(target: string): Promise<void> {
    const uri = UserAgent.makeURI(`sip:${target}`);
    if (uri === undefined) throw new Error('not an address');
    progress = '';
    await session?.refer(uri, {
      onNotify: (notification) => {
        progress += `${notification.request.body.split('\r\n')[0]}\n`;
        void notification.accept();
      },
    });
  },
  /** Asks the peer of the earlier call to take the place of this user in the newest one, and collects what it reports. */
  async connectBoth(): Promise<void> {
    if (earlier === undefined || session === undefined) throw new Error('not two calls');
    progress = '';
    await earlier.refer(session, {
      onNotify: (notification) => {
        progress += `${notification.request.body.split('\r\n')[0]}\n`;
        void notification.accept();
      },
    });
  },
  earlierState: (): string => earlier?.state ?? SessionState.Initial,
  progress: (): string => progress,
  /** The directions in which sound and video may flow now. */
  directions: (): readonly (string | null)[] =>
    (connection()?.getTransceivers() ?? []).map(({ currentDirection }) => currentDirection),
  /** Keeps the offers of the other end from now on, as they arrive, and refuses them with 488 if they `fail`. */
  readOffers(fail = false): void {
    const taking = handler();
    if (taking === undefined) throw new Error('no call');
    const set = taking.setDescription.bind(taking);
    taking.setDescription = async (sdp, ...more) => {
      offer = sdp;
      if (fail) throw new Error('not taken');
      await set(sdp, ...more);
    };
  },
  offer: (): string => offer,
  /** The width of each video that arrives. */
  async widths(): Promise<readonly number[]> {
    return [...((await connection()?.getStats())?.values() ?? [])].flatMap((report) =>
      report.type === 'inbound-rtp' && report.kind === 'video' && report.frameWidth
        ? [report.frameWidth]
        : [],
    );
  },
  async hangUp(): Promise<void> {
    await session?.bye();
  },
  state: (): string => session?.state ?? SessionState.Initial,
  received: (): string => received,
  async media(): Promise<{ framesDecoded: number; audioPackets: number }> {
    const media = { framesDecoded: 0, audioPackets: 0 };
    for (const report of (await connection()?.getStats())?.values() ?? []) {
      if (report.type === 'inbound-rtp' && report.kind === 'video')
        media.framesDecoded += report.framesDecoded ?? 0;
      if (report.type === 'inbound-rtp' && report.kind === 'audio')
        media.audioPackets += report.packetsReceived ?? 0;
    }
    return media;
  },
};

declare global {
  interface Window {
    peer: typeof peer;
  }
}
window.peer = peer;
