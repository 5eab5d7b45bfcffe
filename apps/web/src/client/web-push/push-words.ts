import type { TextKey } from '../../i18n/index.ts';
import type { PushBlock } from '../ports/web-push.ts';
import type { WebPushState } from './web-push.ts';

const reasons: Readonly<Record<PushBlock, TextKey>> = {
  denied: 'webpush.denied',
  homeScreen: 'webpush.home_screen',
  unsupported: 'webpush.unsupported',
};

/** What the user must know about this device; undefined = nothing. */
export function wordsOf(state: WebPushState): TextKey | undefined {
  switch (state.phase) {
    case 'off':
      if (state.blockedBy !== undefined) return reasons[state.blockedBy];
      return state.isDismissed === true ? 'webpush.dismissed' : undefined;
    case 'asking':
      return 'webpush.asking';
    case 'starting':
      return undefined;
    case 'on':
      return state.isForSession === true ? 'webpush.on_session' : 'webpush.on';
    case 'failed':
      return 'webpush.failed';
  }
}
