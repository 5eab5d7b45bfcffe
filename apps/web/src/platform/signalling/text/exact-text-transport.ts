import type { ExactEvent, ExactSnapshot, ExactTextMachine, ExactTimer } from '@samtal/realtime-text';
import type {
  createTextTransport,
  TextTransport,
  TextTransportEvents,
  TextTransportOptions,
} from './text-transport.ts';

/** How long the end of a call waits for the report of its last text. */
const LAST_TEXT_MS = 1_000;

/** Arguments, because their code is loaded at other times. */
export type ExactTextParts = {
  readonly machine: ExactTextMachine;
  readonly createWire: typeof createTextTransport;
};

type Options = Omit<TextTransportOptions, 'isExact'> & {
  /** The snapshot of a call that goes on after a reload of the page; anything else begins a new text. */
  readonly restored?: unknown;
};

export type ExactTextTransport = TextTransport & {
  /** What is to be stored, as plain data, so that the text of the call outlives a reload. */
  snapshot(): ExactSnapshot;
};

/**
 * Real-time text of one call whose both ends count it (decision D82): a text transport that carries frames, and the
 * machine that makes and reads them. When the wire changes, what the peer has not reported is sent again, so no
 * text is lost, doubled or in doubt while the call lives.
 */
export function createExactTextTransport(
  { machine, createWire }: ExactTextParts,
  options: Options,
): ExactTextTransport {
  const { firstUnsentIn, initialExactText, isUnreported, restoreExactText, snapshotOf, stepExactText } =
    machine;
  const { clock, events } = options;
  const restored = restoreExactText(options.restored);
  let state = restored ?? initialExactText;
  const waiting: ExactEvent[] = [];
  let isStepping = false;
  let isStopped = false;
  const forgetTimers = new Map<ExactTimer, () => void>();
  let finish: (() => void) | undefined;

  /** One event at a time, in order: an effect may cause the next event. */
  function feed(event: ExactEvent): void {
    waiting.push(event);
    if (isStepping) return;
    isStepping = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) step(next);
    isStepping = false;
    if (!isUnreported(state)) finish?.();
  }

  function step(event: ExactEvent): void {
    if (isStopped) return;
    const { state: after, effects } = stepExactText(state, event, clock.now());
    state = after;
    for (const effect of effects) {
      switch (effect.do) {
        case 'write':
          wire.send(effect.frameId, effect.data);
          break;
        case 'startTimer': {
          const { timer, delayMs } = effect;
          forgetTimers.set(
            timer,
            clock.setTimer(delayMs, () => feed({ type: 'timerFired', timer })),
          );
          break;
        }
        case 'receive':
          events.received(effect.characters);
          break;
        case 'deliver':
          for (const chunkId of effect.chunkIds) events.delivered(chunkId);
          break;
        case 'fail':
          events.failed(effect.chunkId);
          break;
      }
    }
  }

  const wireEvents: TextTransportEvents = {
    received: (data) => feed({ type: 'received', data }),
    delivered: (frameId) => feed({ type: 'answered', frameId, isTaken: true }),
    failed: (frameId) => feed({ type: 'answered', frameId, isTaken: false }),
    changed(transport) {
      feed({ type: 'wireChanged', wire: transport });
      events.changed(transport, true);
    },
  };
  const wire = createWire({ ...options, isExact: true, events: wireEvents });
  // A call that begins has nothing to report on its first wire.
  if (restored === undefined) state = { ...state, wire: wire.current };
  else feed({ type: 'wireChanged', wire: wire.current });

  return {
    get current() {
      return wire.current;
    },
    snapshot: () => snapshotOf(state),
    send: (chunkId, characters) => feed({ type: 'chunk', chunkId, characters }),
    receive: (characters) => wire.receive(characters),
    take: (channel) => wire.take(channel),
    whenSent(then) {
      feed({ type: 'hurried' });
      if (!isUnreported(state)) {
        then();
        return;
      }
      const forget = clock.setTimer(LAST_TEXT_MS, () => finish?.());
      finish = () => {
        forget();
        finish = undefined;
        then();
      };
    },
    firstUnsent: (isPeerAway) => firstUnsentIn(state, isPeerAway),
    stopSending() {
      finish = undefined;
      wire.stopSending();
      feed({ type: 'closed' });
    },
    stop() {
      isStopped = true;
      finish = undefined;
      for (const forget of forgetTimers.values()) forget();
      wire.stop();
    },
  };
}
