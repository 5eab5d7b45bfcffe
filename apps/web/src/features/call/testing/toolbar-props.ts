import type { CallToolbarProps } from '../in-call/CallToolbar.tsx';
import type { InCallProps } from '../in-call/InCall.tsx';

type Toolbar = InCallProps['toolbar'] & Pick<CallToolbarProps, 'onThird'>;

const nothing = () => {};
const on = { isOn: true, onToggle: nothing };
const closed = { isOn: false, onToggle: nothing };

/**
 * The properties of the toolbar in a call with all media on and no panel open; `changes` replace some of them.
 */
export const toolbarProps = (changes: Partial<Toolbar> = {}): Toolbar => ({
  microphone: on,
  ownCamera: on,
  sound: on,
  incomingVideo: on,
  selfView: on,
  text: on,
  dialpad: closed,
  isTextUnread: false,
  isCompact: false,
  more: { isOpen: false, onToggle: nothing },
  onHangUp: nothing,
  ...changes,
});
