import type { MediaKinds } from '@samtal/call-core';

/** What people call a call: by the richest medium it has. */
export type CallKind = 'video' | 'voice' | 'text';

export const kindOf = ({ video, audio }: MediaKinds): CallKind =>
  video ? 'video' : audio ? 'voice' : 'text';
