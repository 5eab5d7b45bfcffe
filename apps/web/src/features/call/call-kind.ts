import type { MediaKinds } from '@samtal/call-core';

/** Name of a call for its richest medium. */
export type CallKind = 'video' | 'voice' | 'text';

export const kindOf = ({ video, audio }: MediaKinds): CallKind =>
  video ? 'video' : audio ? 'voice' : 'text';
