/** The parts of a call that are loaded when the user first opens one of them. */
export { CallDevicesDialog } from '../devices/CallDevicesDialog.tsx';
export { ShortcutHelp } from '../in-call/ShortcutHelp.tsx';
export { QualityDetails } from '../quality/QualityDetails.tsx';
export { RejectMessages } from '../ringing/RejectMessages.tsx';
export { EmojiPicker } from '../text/tools/EmojiPicker.tsx';
export { Phrases } from '../text/tools/Phrases.tsx';
export { TextForm } from '../text/tools/TextForm.tsx';
