/** The parts of a call that are loaded when the user first opens one of them. */
export { CallDevicesDialog } from '../devices/CallDevicesDialog.tsx';
export { DeviceNotices } from '../devices/DeviceNotices.tsx';
export { FlipCameraButton } from '../devices/FlipCameraButton.tsx';
export { Dialer } from '../dialer/Dialer.tsx';
export { SettingsLater } from '../frame/SettingsLater.tsx';
export { AddedMedium } from '../in-call/AddedMedium.tsx';
export { ShortcutHelp } from '../in-call/ShortcutHelp.tsx';
export { QualityDetails } from '../quality/QualityDetails.tsx';
export { RejectMessages } from '../ringing/RejectMessages.tsx';
export { SecondCall } from '../second/SecondCall.tsx';
export { CopyLastLine } from '../text/tools/CopyLastLine.tsx';
export { EmojiPicker } from '../text/tools/EmojiPicker.tsx';
export { Phrases } from '../text/tools/Phrases.tsx';
export { TextForm } from '../text/tools/TextForm.tsx';
export { WidthSeparator } from '../text/width/WidthSeparator.tsx';
export { TransferDialog } from '../transfer/TransferDialog.tsx';
export { TransferNotice } from '../transfer/TransferNotice.tsx';
