import type { ServerAgent } from '../server-agent.ts';

const GREETING = 'This is the menu service. Press digits, and read here which ones arrive.\u2028';

/** The tone in the body of an INFO (DTMF-01, DTMF-03); undefined when it contains none. */
function toneOf(contentType: string, body: string): string | undefined {
  const signal = contentType === 'application/dtmf' ? /^\s*(\S+)/ : /^Signal\s*=\s*(\S+)/im;
  const tone = signal.exec(body)?.[1]?.toUpperCase() ?? '';
  return /^[0-9A-D*#]$/.test(tone) ? tone : undefined;
}

/** A menu without choices (decision D28): sends each received digit back as text. */
export const ivr: ServerAgent = (event) => {
  if (event.type === 'established') return [{ do: 'sendText', text: GREETING }];
  if (event.type !== 'infoReceived') return [];
  const tone = toneOf(event.contentType, event.body);
  return tone === undefined ? [] : [{ do: 'sendText', text: `You pressed ${tone}\u2028` }];
};
