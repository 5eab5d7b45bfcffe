import type { Features } from '@samtal/api-contract';
import type { TextKey } from '../../i18n/index.ts';
import type { IconName } from '../../ui/icons/Icon.tsx';

export type HelpTopic = {
  readonly icon: IconName;
  readonly title: TextKey;
  readonly text: TextKey;
  readonly link?: { readonly path: string; readonly label: TextKey };
};

type Rule = HelpTopic & { readonly isOn: (features: Features) => boolean };

const rules: readonly Rule[] = [
  {
    icon: 'info',
    title: 'firststeps.title',
    text: 'firststeps.invitation',
    link: { path: '/start', label: 'firststeps.begin' },
    isOn: ({ firstSteps }) => firstSteps,
  },
  {
    icon: 'phone',
    title: 'help.call_title',
    text: 'help.call_text',
    link: { path: '/call', label: 'menu.call' },
    isOn: ({ call }) => call,
  },
  { icon: 'bell', title: 'help.answer_title', text: 'help.answer_text', isOn: () => true },
  {
    icon: 'text',
    title: 'help.reply_title',
    text: 'help.reply_text',
    isOn: ({ text, mediaPerCall }) => text && mediaPerCall,
  },
  {
    icon: 'bell',
    title: 'webpush.title',
    text: 'help.closed_text',
    link: { path: '/settings/ringtone', label: 'settings.ringtone' },
    isOn: ({ settings, webPush }) => settings && webPush,
  },
  {
    icon: 'home',
    title: 'settings.app',
    text: 'help.app_text',
    link: { path: '/settings/app', label: 'settings.app' },
    isOn: ({ settings, installableApp }) => settings && installableApp,
  },
  { icon: 'text', title: 'help.text_title', text: 'help.text_text', isOn: ({ text }) => text },
  {
    icon: 'text',
    title: 'help.characters_title',
    text: 'help.characters_text',
    isOn: ({ text, characters }) => text && characters,
  },
  {
    icon: 'warning',
    title: 'help.interrupted_title',
    text: 'help.interrupted_text',
    isOn: ({ callContinuity }) => callContinuity,
  },
  { icon: 'pause', title: 'help.hold_title', text: 'help.hold_text', isOn: ({ hold }) => hold },
  {
    icon: 'screen',
    title: 'help.screen_title',
    text: 'help.screen_text',
    isOn: ({ screenSharing }) => screenSharing,
  },
  {
    icon: 'phone',
    title: 'help.second_title',
    text: 'help.second_text',
    isOn: ({ hold, secondCall }) => hold && secondCall,
  },
  {
    icon: 'callOut',
    title: 'help.transfer_title',
    text: 'help.transfer_text',
    isOn: ({ transfer }) => transfer,
  },
  {
    icon: 'users',
    title: 'help.three_title',
    text: 'help.three_text',
    isOn: ({ threePeople, transfer, hold, secondCall }) => threePeople && transfer && hold && secondCall,
  },
  {
    icon: 'warning',
    title: 'help.emergency_title',
    text: 'help.emergency_text',
    link: { path: '/settings/emergency', label: 'settings.emergency' },
    isOn: ({ emergency }) => emergency,
  },
  {
    icon: 'bell',
    title: 'help.quiet_title',
    text: 'help.quiet_text',
    isOn: ({ doNotDisturb }) => doNotDisturb,
  },
  {
    icon: 'camera',
    title: 'help.devices_title',
    text: 'help.devices_text',
    link: { path: '/test', label: 'title.test' },
    isOn: ({ selfTest }) => selfTest,
  },
  {
    icon: 'settings',
    title: 'help.look_title',
    text: 'help.look_text',
    link: { path: '/settings/duringcalls/textformat', label: 'settings.textformat' },
    isOn: ({ settings, changeText }) => settings && changeText,
  },
  { icon: 'keyboard', title: 'toolbar.shortcuts', text: 'help.keys_text', isOn: ({ call }) => call },
  {
    icon: 'history',
    title: 'help.missed_title',
    text: 'help.missed_text',
    link: { path: '/history', label: 'menu.history' },
    isOn: ({ history }) => history,
  },
  {
    icon: 'user',
    title: 'myaddress.title',
    text: 'myaddress.intro',
    link: { path: '/myaddress', label: 'myaddress.title' },
    isOn: ({ myAddress }) => myAddress,
  },
  {
    icon: 'user',
    title: 'secondfactor.title',
    text: 'secondfactor.help',
    link: { path: '/userinformation/secondStep', label: 'secondfactor.title' },
    isOn: ({ userInformation, secondFactor }) => userInformation && secondFactor,
  },
  {
    icon: 'user',
    title: 'owndata.title',
    text: 'owndata.help',
    link: { path: '/userinformation/data', label: 'owndata.title' },
    isOn: ({ userInformation, ownData }) => userInformation && ownData,
  },
];

/** The topics of help about what this user has. */
export const helpTopicsFor = (features: Features): readonly HelpTopic[] =>
  rules.filter(({ isOn }) => isOn(features));
