import type { Header } from '@samtal/sip';
import { reasonPhrase } from '@samtal/sip';

/** A Reason field, which tells a phone why its call ends (RFC 3326 §2). */
export const createReason = (cause: number, text = reasonPhrase(cause)): Header => ({
  name: 'Reason',
  value: `SIP;cause=${cause};text="${text}"`,
});
