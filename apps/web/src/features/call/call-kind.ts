import type { MediaKinds } from '@samtal/call-core';

/** Kind of a call, named after its richest medium: video, then voice, then text. */
export type CallKind = 'video' | 'voice' | 'text';

export const kindOf = ({ video, audio }: MediaKinds): CallKind =>
  video ? 'video' : audio ? 'voice' : 'text';
