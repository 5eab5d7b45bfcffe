import type { ClientState } from '@samtal/call-core';
import { useClient, useIntents } from '../../../client/use-client.ts';
import { TextPanel } from './TextPanel.tsx';
import { selectTextPanel } from './text-panel.selector.ts';

const textOf = ({ text }: ClientState) => text;

/** The text of the running call: the only part of its screen that a letter renders again. */
export function CallText({ name }: { readonly name: string }) {
  const text = useClient(textOf);
  return <TextPanel name={name} {...selectTextPanel(text, useIntents())} />;
}
