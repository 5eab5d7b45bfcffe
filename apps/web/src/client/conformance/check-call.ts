import {
  type CallClient,
  type ClientState,
  type Clock,
  incomingText,
  isEmergencyTarget,
} from '@samtal/call-core';
import type { CallProbe } from '../ports/call-probe.ts';
import type { CheckFacts, CheckOutcome, TextFacts } from './check-facts.ts';

/** The tones of the check in hertz: within the band of a telephone, above it, and the limit of 6.1. */
export const TONES = [1000, 3000, 5000, 7000] as const;

/** What is typed, one character at a time. */
const SAMPLE = 'EN 301 549 – 6.2';

/** The service rings, and devices are asked for, no longer than this. */
const ANSWER_MS = 60_000;
/** The service greets within this time, and has finished when nothing more comes for a moment. */
const GREETING_MS = 6_000;
const GREETING_PAUSE_MS = 700;
/** A character that is not back by then is lost. */
const CHARACTER_MS = 3_000;
/** After so many lost characters the others are not typed. */
const MOST_LOST = 2;
/** The call has this time to end. */
const END_MS = 5_000;

export type CheckParts = {
  readonly client: CallClient;
  readonly clock: Clock;
  /** Undefined if the call cannot be measured; `ended` is aborted when the call is over. */
  readonly probe: (callId: string, ended: AbortSignal) => CallProbe | undefined;
};

/** The call that is checked. Its signal is aborted when it is over, or another call is in front of it. */
type Checked = { readonly callId: string; readonly ended: AbortSignal };

/** Resolves with what `read` returns once that is not undefined, or with undefined after `limitMs` or the end of the check. */
function until<T>(
  { client, clock }: CheckParts,
  limitMs: number,
  read: (state: ClientState) => T | undefined,
  ended?: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (ended?.aborted) return end(undefined);
      const value = read(client.getState());
      if (value !== undefined) end(value);
    };
    const end = (value: T | undefined): void => {
      forget();
      stop();
      resolve(value);
    };
    const forget = clock.setTimer(limitMs, () => end(undefined));
    const stop = client.subscribe(look);
    look();
  });
}

const textOf = ({ text }: ClientState): string => incomingText(text);

const isOver = ({ call }: ClientState): boolean =>
  call.phase === 'ended' || call.phase === 'completed' || call.phase === 'idle' || call.phase === 'ending';

/** Milliseconds from the answer until the last of the greeting; undefined if nothing came. */
async function awaitGreeting(parts: CheckParts, { ended }: Checked): Promise<number | undefined> {
  const { clock } = parts;
  const startedAt = clock.now();
  let before = (await until(parts, GREETING_MS, (state) => textOf(state) || undefined, ended)) ?? '';
  if (before === '') return undefined;
  let greetedAt = clock.now();
  for (;;) {
    const known = before;
    const more = await until(
      parts,
      GREETING_PAUSE_MS,
      (state) => (textOf(state) === known ? undefined : textOf(state)),
      ended,
    );
    if (more === undefined) return greetedAt - startedAt;
    before = more;
    greetedAt = clock.now();
  }
}

/** Types the sample, each character when the one before it is back, and measures each. */
async function typeSample(parts: CheckParts, { callId, ended }: Checked): Promise<TextFacts | undefined> {
  const { client, clock } = parts;
  const { call } = client.getState();
  if (ended.aborted || call.phase !== 'accepted' || call.media.textTransport === 'none') return undefined;
  const { textTransport: transport } = call.media;
  const start = textOf(client.getState()).length;
  let [typed, lost, slowestSentMs, slowestBackMs] = ['', 0, 0, 0];
  for (const character of SAMPLE) {
    if (lost === MOST_LOST || ended.aborted) break;
    typed += character;
    const typedAt = clock.now();
    client.intents.editText(client.getState().text.outbox.target + character, callId);
    const [sentAt, backAt] = await Promise.all([
      until(
        parts,
        CHARACTER_MS,
        ({ text: { outbox } }) =>
          (outbox.settled + outbox.sent).length >= outbox.target.length ? clock.now() : undefined,
        ended,
      ),
      until(
        parts,
        CHARACTER_MS,
        (state) => (textOf(state).length >= start + typed.length ? clock.now() : undefined),
        ended,
      ),
    ]);
    if (backAt === undefined) lost += 1;
    slowestSentMs = Math.max(slowestSentMs, (sentAt ?? clock.now()) - typedAt);
    slowestBackMs = Math.max(slowestBackMs, (backAt ?? clock.now()) - typedAt);
  }
  const came = textOf(client.getState()).slice(start);
  let back = 0;
  while (back < typed.length && came[back] === typed[back]) back += 1;
  return { transport, typed: typed.length, back, slowestSentMs, slowestBackMs };
}

/** Measures the call in progress. */
async function measure(parts: CheckParts, checked: Checked): Promise<CheckFacts> {
  const probe = parts.probe(checked.callId, checked.ended);
  const greetedMs = await awaitGreeting(parts, checked);
  // Voice and text at the same time (6.2.1.2).
  const [text, sounding] = await Promise.all([typeSample(parts, checked), probe?.soundTones(TONES)]);
  return {
    greetedMs,
    text,
    sounding,
    screen: probe?.readScreen(),
    video: await probe?.watchVideo(),
    soundLateMs: await probe?.measureSync(),
  };
}

/** Calls a service that returns everything, measures the call, and ends it. */
export async function checkCall(parts: CheckParts, target: string): Promise<CheckOutcome> {
  const { client } = parts;
  const { settings } = client.getState();
  if (settings === undefined || !isOver(client.getState())) return { ok: false, reason: 'unavailable' };
  if (isEmergencyTarget(target, settings)) return { ok: false, reason: 'emergency' };
  client.intents.call(target, { media: { audio: true, video: true, text: true } });
  if (isOver(client.getState())) return { ok: false, reason: 'unavailable' };
  const answer = await until(parts, ANSWER_MS, (state) =>
    state.call.phase === 'accepted' || isOver(state) ? state.call : undefined,
  );
  if (answer?.phase !== 'accepted') {
    client.intents.cancel();
    client.intents.dismiss();
    return { ok: false, reason: 'notAnswered' };
  }
  const { callId } = answer.call;
  if (!client.getState().panels.isTextVisible) client.intents.togglePanel('text');
  const ended = new AbortController();
  const stop = client.subscribe(() => {
    const { call } = client.getState();
    if (call.phase !== 'accepted' || call.call.callId !== callId) ended.abort();
  });
  try {
    const facts = await measure(parts, { callId, ended: ended.signal });
    if (ended.signal.aborted) return { ok: false, reason: 'ended' };
    client.intents.hangUp(callId);
    await until(parts, END_MS, ({ call }) => (call.phase === 'completed' ? true : undefined));
    return { ok: true, facts };
  } catch (error) {
    if (ended.signal.aborted) return { ok: false, reason: 'ended' };
    throw error;
  } finally {
    stop();
    // The call may wait behind the one of a second caller.
    client.intents.hangUp(callId);
  }
}
