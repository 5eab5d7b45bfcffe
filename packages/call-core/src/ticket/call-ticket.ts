import type { CallTicket, KeptPanels } from '../state/call-ticket.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import type { ClientState } from '../state/client-state.ts';
import type { PanelsState } from '../state/panels-state.ts';
import { snapshotText } from '../text/text-snapshot.ts';

const keptPanels = [
  'isMicrophoneOn',
  'isCameraOn',
  'isSoundOn',
  'isVideoVisible',
  'isTextVisible',
  'isSelfViewVisible',
  'isDialerVisible',
] as const satisfies readonly (keyof KeptPanels)[];

const panelsOf = (panels: PanelsState): KeptPanels =>
  Object.fromEntries(keptPanels.map((name) => [name, panels[name]])) as KeptPanels;

/** The ticket of the established call, without its dialog; undefined if there is no such call. */
export function ticketOf(state: ClientState, now: number): Omit<CallTicket, 'dialog'> | undefined {
  const { call, settings, continuity } = state;
  if (call.phase !== 'accepted' || settings === undefined) return undefined;
  const { callId, direction, remoteUser } = call.call;
  return {
    format: 1,
    account: settings.account.address,
    call: { callId, direction, remoteUser },
    media: call.media,
    devices: state.media.working,
    acceptedAt: call.acceptedAt,
    // The limit counts from the first of several interruptions that follow each other.
    leftAt: continuity.interruption?.since ?? now,
    panels: panelsOf(state.panels),
    text: snapshotText(state.text),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const hasFlags = (fields: Fields | undefined, names: readonly string[]): boolean =>
  names.every((name) => typeof fields?.[name] === 'boolean');

function isIdentity(value: unknown): boolean {
  const call = fieldsOf(value);
  const remoteUser = fieldsOf(call?.['remoteUser']);
  const name = remoteUser?.['displayName'];
  return (
    isText(call?.['callId']) &&
    (call['direction'] === 'incoming' || call['direction'] === 'outgoing') &&
    isText(remoteUser?.['address']) &&
    (name === undefined || isText(name))
  );
}

const transports: readonly unknown[] = ['dataChannel', 'message', 'none'];

function isTicket(value: unknown): value is CallTicket {
  const fields = fieldsOf(value);
  const media = fieldsOf(fields?.['media']);
  return (
    fields?.['format'] === 1 &&
    isText(fields['account']) &&
    isText(fields['dialog']) &&
    isIdentity(fields['call']) &&
    hasFlags(media, ['audio', 'video', 'text']) &&
    transports.includes(media?.['textTransport']) &&
    hasFlags(fieldsOf(fields['devices']), ['audio', 'video']) &&
    hasFlags(fieldsOf(fields['panels']), keptPanels) &&
    isTime(fields['acceptedAt']) &&
    isTime(fields['leftAt'])
  );
}

/**
 * The ticket in `found`, if it is one for this user whose call may go on. A call that has been interrupted for
 * longer than the limit is not taken up; it is shown and recorded as ended, without opening a device.
 */
export function readTicket(
  found: unknown,
  { account, continuity }: ClientSettings,
  now: number,
): CallTicket | undefined {
  if (continuity?.outlivesReload !== true || !isTicket(found)) return undefined;
  if (found.account !== account.address || found.leftAt > now) return undefined;
  const isLate = now - found.leftAt >= continuity.limitMs;
  return isLate ? { ...found, devices: { audio: false, video: false } } : found;
}
