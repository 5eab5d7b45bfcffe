import { refusalOf, type ThreePeopleState } from '@samtal/call-core';
import type { TextKey } from '../../../i18n/index.ts';

const BAD_EXTENSION = 420;
const DECLINED = 603;

/**
 * When one of three hangs up, the two others tell each other, often before their own call with that user ends: that two users do
 * not see each other is said after this time only.
 */
export const SETTLED_MS = 3000;

/** What the user reads about a call of three; undefined = nothing, because all three see each other. */
export function wordsOfThree(three: ThreePeopleState): TextKey | undefined {
  switch (three.phase) {
    case 'calling':
      return 'three.calling';
    case 'asking':
      return 'three.asking';
    case 'asked':
      return 'three.question';
    // The partner has agreed, and calls the third user, who waits for that.
    case 'dialling':
    case 'joining':
      return 'three.joining';
    case 'together':
      if (three.apart === undefined) return undefined;
      return three.apart.isLost ? 'three.parted' : 'three.pending';
    case 'failed':
      return failureOf(three);
  }
}

function failureOf(failed: Extract<ThreePeopleState, { phase: 'failed' }>): TextKey {
  const { status, isApart, isMet, role } = failed;
  if (isMet) return 'three.met';
  if (!isApart) return role === 'partner' ? 'three.unjoined' : unansweredBy(status);
  if (status === DECLINED) return 'three.declined';
  return status === BAD_EXTENSION ? 'three.unable' : 'three.apart';
}

/** Why the third user has not come, with the words of an ordinary call: one who is busy or declines was reached. */
function unansweredBy(status: number): TextKey {
  const { refusal } = refusalOf(status);
  return refusal === 'busy' || refusal === 'couldNotAnswer' ? 'three.unanswered' : 'three.unreached';
}
