import { deviceFailureWords } from '../../client/media/device-failure-words.ts';
import type { NetworkFindings } from '../../client/ports/call-monitor.ts';
import type { PictureFacts, Trial } from '../../client/ports/device-ports.ts';
import type { TextKey } from '../../i18n/index.ts';

export const checkNames = [
  'camera',
  'microphone',
  'speaker',
  'ringer',
  'server',
  'stun',
  'relay',
  'browser',
] as const;
export type CheckName = (typeof checkNames)[number];

/** One sentence: the key of its text, and the values in it. */
export type Words = { readonly key: TextKey; readonly values?: Readonly<Record<string, string | number>> };
/** `absent`: this service has nothing to test here, and calls need nothing. */
export type CheckStatus = 'waiting' | 'running' | 'good' | 'warning' | 'bad' | 'absent';
export type CheckResult = { readonly status: CheckStatus; readonly words: readonly Words[] };
export type CheckResults = Readonly<Record<CheckName, CheckResult>>;

const running: CheckResult = { status: 'running', words: [] };
const waiting: CheckResult = { status: 'waiting', words: [] };

/** Initial results. Speaker and ringer wait until the user plays their sound. */
export const firstResults = (hasWebRtc: boolean): CheckResults => ({
  camera: running,
  microphone: { status: 'running', words: [{ key: 'test.speak' }] },
  speaker: waiting,
  ringer: waiting,
  server: running,
  stun: running,
  relay: running,
  browser: hasWebRtc
    ? { status: 'good', words: [] }
    : { status: 'bad', words: [{ key: 'error.unsupportedbrowser' }] },
});

/** Fewer frames per second give a warning; sign language needs about 20 (ITU-T H-series Supplement 1). */
const ENOUGH_FRAMES = 19;

export function cameraResult(trial: Trial<PictureFacts>): CheckResult {
  if (!trial.ok) return { status: 'bad', words: [{ key: deviceFailureWords[trial.failure] }] };
  const { width, height, framesPerSecond } = trial.facts;
  const seen: Words = {
    key: 'test.picture_facts',
    values: { device: trial.label, width, height, frames: framesPerSecond },
  };
  return framesPerSecond < ENOUGH_FRAMES
    ? { status: 'warning', words: [seen, { key: 'test.picture_slow' }] }
    : { status: 'good', words: [seen] };
}

/**
 * Result of the microphone test.
 * @param hasHeard undefined = the microphone is open and has picked up no sound so far
 */
export function microphoneResult(trial: Trial<undefined>, hasHeard: boolean | undefined): CheckResult {
  if (!trial.ok) return { status: 'bad', words: [{ key: deviceFailureWords[trial.failure] }] };
  if (hasHeard === undefined) return { status: 'running', words: [{ key: 'test.speak' }] };
  return hasHeard
    ? { status: 'good', words: [{ key: 'test.heard', values: { device: trial.label } }] }
    : { status: 'warning', words: [{ key: 'test.not_heard' }] };
}

const answered = (ms: number): Words => ({ key: 'test.answered', values: { ms } });

export function networkResults({
  server,
  stun,
  relay,
}: NetworkFindings): Pick<CheckResults, 'server' | 'stun' | 'relay'> {
  const { address } = stun;
  const network: readonly Words[] =
    address === undefined ? [] : [{ key: 'test.address', values: { address } }];
  return {
    server: server.ok
      ? { status: 'good', words: [answered(server.ms)] }
      : { status: 'bad', words: [{ key: 'test.server_bad' }] },
    stun: stun.ok
      ? { status: 'good', words: [answered(stun.ms), ...network] }
      : { status: 'warning', words: [{ key: 'test.stun_bad' }] },
    relay:
      relay === undefined
        ? { status: 'absent', words: [{ key: 'test.relay_none' }] }
        : relay.ok
          ? { status: 'good', words: [answered(relay.ms)] }
          : { status: 'warning', words: [{ key: 'test.relay_bad' }] },
  };
}

/** Progress of the checks that do not wait for the user. */
export function progressOf(results: CheckResults): { readonly done: number; readonly total: number } {
  const automatic = checkNames.filter((name) => results[name].status !== 'waiting');
  return {
    done: automatic.filter((name) => results[name].status !== 'running').length,
    total: automatic.length,
  };
}

/** What the summary says; `waiting` are the checks that the user must start. */
export type Summary =
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'attention' }
  | { readonly kind: 'well'; readonly waiting: readonly CheckName[] };

export function summaryOf(results: CheckResults): Summary {
  const progress = progressOf(results);
  if (progress.done < progress.total) return { kind: 'running', ...progress };
  const isBad = checkNames.some((name) => ['bad', 'warning'].includes(results[name].status));
  if (isBad) return { kind: 'attention' };
  return { kind: 'well', waiting: checkNames.filter((name) => results[name].status === 'waiting') };
}
