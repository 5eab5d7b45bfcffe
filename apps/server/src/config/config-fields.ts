import * as z from 'zod/mini';

const isHttpAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** Address of the web app; its path may be a folder, and a slash at its end is dropped. */
export const publicUrl = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => isHttpAddress(text) && new URL(text).search === '' && new URL(text).hash === '',
        'must be an address such as https://calls.example',
      ),
    ),
  z.transform((text: string) => text.replace(/\/+$/, '')),
);

export const smtpUrl = z
  .string()
  .check(
    z.refine(
      (text) => URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text),
      'must be an address such as smtp://user:password@mail.example:587',
    ),
  );

/** An address, or a name and an address in angle brackets; no line break may enter a mail's head. */
export const mailFrom = z
  .string()
  .check(
    z.regex(
      /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address such as calls@calls.example or "Calls <calls@calls.example>"',
    ),
  );

const listOf = (text: string): readonly string[] => text.split(',').map((each) => each.trim());

/** A host that URLs allow and the policy of the page could not name is none (decision D23). */
function isWebSocketAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host } = new URL(text);
  return /^wss?:$/.test(protocol) && /^[a-z0-9.:[\]-]+$/.test(host);
}

/** WebSocket addresses separated by commas, as browsers are told them (REG-13). */
export const webSocketAddresses = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => listOf(text).every(isWebSocketAddress),
        'must be an address such as wss://sip.example/ws, or several separated by commas',
      ),
    ),
  z.transform((text: string) => listOf(text).join(',')),
);

/** Origins separated by commas. */
export const origins = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => listOf(text).every((each) => isHttpAddress(each) && new URL(each).origin === each),
        'must be origins such as https://calls.example, separated by commas',
      ),
    ),
  z.transform(listOf),
);
