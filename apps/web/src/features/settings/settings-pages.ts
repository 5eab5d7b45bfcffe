import type { Features } from '@samtal/api-contract';
import type { TextKey } from '../../i18n/index.ts';
import type { IconName } from '../../ui/icons/Icon.tsx';

type PageDefinition = {
  readonly path: string;
  readonly label: TextKey;
  readonly icon: IconName;
  readonly isOn: (features: Features) => boolean;
};

/** The settings pages in the order of the menu; flags decide which exist (SET-26). */
const definitions = {
  colors: {
    path: '/settings/duringcalls/colors',
    label: 'settings.colors',
    icon: 'contrast',
    isOn: ({ changeText }) => changeText,
  },
  textformat: {
    path: '/settings/duringcalls/textformat',
    label: 'settings.textformat',
    icon: 'text',
    isOn: ({ changeText }) => changeText,
  },
  // Without a configured medium there is nothing to switch on or off (SET-18).
  media: {
    path: '/settings/duringcalls/media',
    label: 'settings.media',
    icon: 'camera',
    isOn: ({ changeMedia, audio, video }) => changeMedia && (audio || video),
  },
  ringtone: {
    path: '/settings/ringtone',
    label: 'settings.ringtone',
    icon: 'bell',
    isOn: ({ changeRingtone, webPush }) => changeRingtone || webPush,
  },
  // This page is not in the specification (decision D39). It needs no right to change settings, because the
  // browser stores the choices.
  devices: {
    path: '/settings/devices',
    label: 'settings.devices',
    icon: 'microphone',
    isOn: ({ devices, audio, video }) => devices && (audio || video),
  },
  mediamail: {
    path: '/settings/mediamail',
    label: 'settings.mediamail',
    icon: 'phone',
    isOn: ({ changeMessage }) => changeMessage,
  },
  // Beside the specification, like the messages themselves (decision D33).
  rejectmessages: {
    path: '/settings/rejectmessages',
    label: 'settings.rejectmessages',
    icon: 'hangUp',
    isOn: ({ mediaPerCall }) => mediaPerCall,
  },
  emergency: {
    path: '/settings/emergency',
    label: 'settings.emergency',
    icon: 'warning',
    isOn: ({ emergency }) => emergency,
  },
  app: {
    path: '/settings/app',
    label: 'settings.app',
    icon: 'home',
    isOn: ({ installableApp }) => installableApp,
  },
  // Always on, so that the settings always have a page.
  about: { path: '/settings/about', label: 'settings.about', icon: 'info', isOn: () => true },
} as const satisfies Record<string, PageDefinition>;

export type SettingsPageName = keyof typeof definitions;
export type SettingsPage = PageDefinition & { readonly name: SettingsPageName };

const duringCalls = '/settings/duringcalls';

export function settingsPagesFor(features: Features): readonly SettingsPage[] {
  return Object.entries(definitions)
    .map(([name, definition]) => ({ ...definition, name: name as SettingsPageName }))
    .filter(({ isOn }) => isOn(features));
}

/** Whether `/settings/devices` exists. */
export const hasDevicesPage = (features: Features): boolean =>
  features.settings && definitions.devices.isOn(features);

/** Whether a page is in the group "During calls" of the menu. */
export const isDuringCalls = ({ path }: Pick<SettingsPage, 'path'>): boolean => path.startsWith(duringCalls);

/** The settings page at `path`, or the path to which to redirect (ROUTE-04 … -07). */
export function settingsPageAt(
  path: string,
  features: Features,
): SettingsPage | { readonly redirect: string } {
  const pages = settingsPagesFor(features);
  const page = pages.find((candidate) => candidate.path === path);
  if (page !== undefined) return page;
  // `/settings` and unknown or forbidden paths lead to the first page in "During calls", else to About.
  const opened = pages.find(isDuringCalls) ?? pages.find(({ name }) => name === 'about');
  return { redirect: opened?.path ?? definitions.about.path };
}
