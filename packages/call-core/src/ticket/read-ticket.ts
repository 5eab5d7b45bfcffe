import type { CallIdentity } from '../state/call-state.ts';
import type { CallTicket, KeptPanels, RestoredCall } from '../state/call-ticket.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import { restoreText } from '../text/restore-text.ts';

const keptPanels = [
  'isMicrophoneOn',
  'isCameraOn',
  'isSoundOn',
  'isVideoVisible',
  'isTextVisible',
  'isSelfViewVisible',
  'isDialerVisible',
] as const satisfies readonly (keyof KeptPanels)[];

const panelsOf = (panels: KeptPanels): KeptPanels =>
  Object.fromEntries(keptPanels.map((name) => [name, panels[name]])) as KeptPanels;

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

/** How the emergency call was made, so that a silent one stays silent (decision D89). */
function emergencyIn({ emergency }: CallIdentity): Pick<CallIdentity, 'emergency'> {
  const media = fieldsOf(emergency?.media);
  return emergency && typeof emergency.isSilent === 'boolean' && hasFlags(media, ['audio', 'video', 'text'])
    ? { emergency: { isSilent: emergency.isSilent, media: emergency.media } }
    : {};
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
): RestoredCall | undefined {
  if (continuity?.outlivesReload !== true || !isTicket(found)) return undefined;
  if (found.account !== account.address || found.leftAt > now) return undefined;
  const isLate = now - found.leftAt >= continuity.limitMs;
  const { media, devices, acceptedAt, leftAt, panels, dialog } = found;
  // The digits that a call begins with have been sent (DTMF-05).
  const { callId, direction, remoteUser } = found.call;
  return {
    call: { callId, direction, remoteUser, ...emergencyIn(found.call) },
    media,
    devices: isLate ? { audio: false, video: false } : devices,
    acceptedAt,
    leftAt,
    panels: panelsOf(panels),
    dialog,
    ...(found.hadScreen === true && { hadScreen: true }),
    ...(found.isHeld === true && { isHeld: true }),
    text: restoreText(found.text, now),
  };
}
