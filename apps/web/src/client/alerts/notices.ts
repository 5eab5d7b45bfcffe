import type { NoticeCode, Notices } from '@samtal/call-core';
import type { TextKey } from '../../i18n/index.ts';
import type { Alerts } from './alerts.ts';

const texts: Readonly<Record<NoticeCode, TextKey>> = {
  mediaInUse: 'error.mediaNotReadable',
  deviceNotFound: 'error.requestedDeviceNotFound',
  mediaDenied: 'error.acquiremedia',
  devicesUnanswered: 'error.devicesunanswered',
  noMedia: 'error.nomedia',
  noCallsOffline: 'error.nocallsoffline',
  setUpFailed: 'error.setupfailed',
  noWebRtc: 'login.nowebrtc',
  uncallable: 'error.uncallable',
  notLoaded: 'error.noservercontact',
  soundRefused: 'call.soundrefused',
  videoRefused: 'call.videorefused',
  tooManyCharacters: 'error.toomanychars',
  tooManyDeleted: 'error.toomanydeleted',
  beforeGap: 'error.beforegap',
  tooFarBack: 'error.toofarback',
  textInDoubt: 'error.textindoubt',
  erasureInDoubt: 'error.erasureindoubt',
};

/**
 * The notices that are shown as hints, because the user's last action failed. The other notices stay until
 * the fault is fixed (MEDIA-11, ERR-01).
 */
const hints: readonly NoticeCode[] = [
  'devicesUnanswered',
  'noCallsOffline',
  'uncallable',
  'notLoaded',
  'soundRefused',
  'videoRefused',
  'noMedia',
  'tooManyCharacters',
  'tooManyDeleted',
  'beforeGap',
  'tooFarBack',
];

/** Shows the calling core's notices as alerts. */
export function createNotices(alerts: Alerts): Notices {
  return {
    show: ({ id, code }) =>
      alerts.show({ id, type: 'danger', message: { key: texts[code] } }, { hint: hints.includes(code) }),
    clear: alerts.clear,
  };
}
