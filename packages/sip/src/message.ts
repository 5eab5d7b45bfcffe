/**
 * A SIP message (RFC 3261 §7): a start line, header fields in order, and a body. Header values stay unparsed
 * strings, so that a proxy forwards unknown fields unchanged; an element parses the few fields it uses when
 * it needs them.
 */

/** One header field: the canonical long name (`Via`, never `v`) and the value, unfolded and trimmed. */
export type Header = { readonly name: string; readonly value: string };

export type SipRequest = {
  readonly kind: 'request';
  readonly method: string;
  /** The Request-URI, unparsed. */
  readonly uri: string;
  readonly headers: readonly Header[];
  readonly body: string;
};

export type SipResponse = {
  readonly kind: 'response';
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
  readonly body: string;
};

export type SipMessage = SipRequest | SipResponse;

type HasHeaders = { readonly headers: readonly Header[] };

/** Compares the usual spelling first: parsed messages have it, and so have almost all names in this project. */
const isName = (one: string, other: string): boolean =>
  one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase());

const isNamed =
  (name: string) =>
  (field: Header): boolean =>
    isName(field.name, name);

/** The first value of a header field; undefined if the message does not have the field. */
export function header(message: HasHeaders, name: string): string | undefined {
  for (const field of message.headers) if (isName(field.name, name)) return field.value;
  return undefined;
}

/** Every value of a header field, topmost first; each value of a list header is separate. */
export function headers(message: HasHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (const field of message.headers) if (isName(field.name, name)) values.push(field.value);
  return values;
}

/** The tokens in all values of a header field such as Allow or Require; an empty value has none. */
export function tokens(message: HasHeaders, name: string): readonly string[] {
  return headers(message, name)
    .flatMap((value) => value.split(','))
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

/** A copy with one more value above all header fields: the place for a proxy's Via and Record-Route. */
export function prependHeader<M extends SipMessage>(message: M, name: string, value: string): M {
  return { ...message, headers: [{ name, value }, ...message.headers] };
}

/** A copy with one more value below all header fields. */
export function appendHeader<M extends SipMessage>(message: M, name: string, value: string): M {
  return { ...message, headers: [...message.headers, { name, value }] };
}

/** A copy without any value of that name. */
export function withoutHeader<M extends SipMessage>(message: M, name: string): M {
  const isGone = isNamed(name);
  return { ...message, headers: message.headers.filter((field) => !isGone(field)) };
}

/** A copy without the topmost value of that name. */
export function withoutFirst<M extends SipMessage>(message: M, name: string): M {
  const index = message.headers.findIndex(isNamed(name));
  return index < 0 ? message : { ...message, headers: message.headers.toSpliced(index, 1) };
}

/** A copy in which `value` replaces the topmost value of that name, or is appended if there was none. */
export function replaceFirst<M extends SipMessage>(message: M, name: string, value: string): M {
  const index = message.headers.findIndex(isNamed(name));
  if (index < 0) return appendHeader(message, name, value);
  return { ...message, headers: message.headers.with(index, { name, value }) };
}

/** A copy in which `value` is the only value of that name. */
export function withHeader<M extends SipMessage>(message: M, name: string, value: string): M {
  const [first, ...others] = headers(message, name);
  const single = others.length === 0 ? message : withoutHeader(message, name);
  return first === undefined || others.length > 0
    ? appendHeader(single, name, value)
    : replaceFirst(message, name, value);
}
