import type { ServerAgent } from '../server-agent.ts';

/** U+2028 ends a line in T.140. */
const GREETING = 'This is the echo service. What you type comes back.\u2028';

/** Text echo (decision D28): returns each received chunk, including control characters. */
export const echo: ServerAgent = (event) => {
  if (event.type === 'established') return [{ do: 'sendText', text: GREETING }];
  return event.type === 'textReceived' ? [{ do: 'sendText', text: event.text }] : [];
};
