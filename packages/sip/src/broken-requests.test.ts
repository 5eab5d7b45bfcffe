import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { header, headers } from './message.ts';
import { parseMessage, serialize } from './parse.ts';
import { createResponse } from './response.ts';

const fields = {
  Via: 'SIP/2.0/WS a.invalid;branch=z9hG4bK1',
  From: '"Åsa, A" <sip:asa@demo.example>;tag=1',
  To: '<sip:bobby@demo.example>',
  'Call-ID': '1@a.invalid',
  CSeq: '1 MESSAGE',
};

function write(changed: Partial<typeof fields>, more: readonly string[] = [], start = startLine): string {
  const lines = Object.entries({ ...fields, ...changed }).map(([name, value]) => `${name}: ${value}`);
  return [start, ...lines, ...more, '', ''].join('\r\n');
}
const startLine = 'MESSAGE sip:bobby@demo.example SIP/2.0';

/** The answer that the server would send, as the client parses it; undefined if there is none. */
function answerTo(text: string) {
  const result = parseMessage(text);
  if (result.ok) throw new Error('the request was accepted');
  if (result.partial === undefined) return undefined;
  const { status, reason, partial } = result;
  const answer = parseMessage(serialize(createResponse(partial, status, { reason, toTag: 's' })));
  if (!answer.ok || answer.message.kind !== 'response') throw new Error('the answer cannot be read');
  return answer.message;
}

const many = Array.from({ length: 1000 }, (_, index) => `<sip:${index}@a.invalid>`);

test.each([
  ['a header line without colon', [], 'Subject', 'Bad header line'],
  ['a space in a header name', [], 'Sub ject: a', 'Bad header line'],
  ['a bare CR in a value', [], 'Subject: a\rVia: SIP/2.0/WS evil.invalid', 'Bare CR'],
  ['a bare CR in a folded line', [], 'Subject: a\r\n \rb', 'Bare CR'],
  ['1000 Contacts', [], `Contact: ${many.join(', ')}`, 'Too many headers'],
  ['1000 lines before the required fields', many.map(() => 'X: 1'), 'X: 1', 'Too many headers'],
  ['an open quote', [], 'Contact: "a <sip:a@b.invalid>', 'Bad Contact'],
  ['NUL in a value', [], 'Subject: a\0b', 'Bad Subject'],
  ['BEL at the end of a value', [], 'Subject: a\u0007', 'Bad Subject'],
  ['a vertical tab before a value', [], 'Subject:\u000Ba', 'Bad Subject'],
  ['ESC in a folded line', [], 'Subject: a\r\n \u001B[2J', 'Bad Subject'],
  ['DEL in an unknown header field', [], 'X-Odd: \u007F', 'Bad X-Odd'],
  ['a control character after a backslash outside a quoted string', [], 'Subject: "\\\0"', 'Bad Subject'],
] as const)('RFC 3261 §21.4.1 a request with %s is answered with 400', (_what, before, line, reason) => {
  const [start = '', ...rest] = write({}, [line]).split('\r\n');
  const answer = answerTo([start, ...before, ...rest].join('\r\n'));
  expect([answer?.status, answer?.reason]).toEqual([400, reason]);
  const echoed = answer?.headers.map(({ name, value }) => [name, value]);
  expect(echoed).toEqual(Object.entries({ ...fields, To: `${fields.To};tag=s` }));
});

test('RFC 3261 §21.4.1 a request that ends within its header fields is answered with 400', () => {
  expect(answerTo(write({}).trimEnd())?.reason).toBe('No end of headers');
});

test.each([
  ['in the Request-URI', 'MESSAGE sip:bobby@demo.example\u0007 SIP/2.0'],
  ['in the method', 'MESS\0AGE sip:bobby@demo.example SIP/2.0'],
  ['a bare CR', 'MESSAGE sip:bobby@demo.example SIP/2.0\rVia: a'],
])('RFC 3261 §25.1 a control character in the start line is refused with 400: %s', (_where, start) => {
  expect(answerTo(write({}, [], start))?.reason).toBe('Bad start line');
});

test('RFC 3261 §25.1 tabs are accepted as spaces, and UTF-8 as text', () => {
  const result = parseMessage(write({}, ['Subject: å\té', 'X-Odd:\t1\t']));
  if (!result.ok) throw new Error(result.reason);
  expect([header(result.message, 'Subject'), header(result.message, 'X-Odd')]).toEqual(['å\té', '1']);
});

test.each([
  ['To', ';tag', 'Bad To tag'],
  ['To', ';tag=', 'Bad To'],
  ['To', ';tag=""', 'Bad To tag'],
  ['To', ';tag="a"', 'Bad To tag'],
  ['To', ';x=1 ; TAG', 'Bad To tag'],
  ['From', ';tag', 'Bad From tag'],
  ['From', ';tag= ', 'Bad From'],
] as const)('RFC 3261 §25.1 a tag is a token: %s with %s is refused with 400', (name, tag, reason) => {
  const value = `<sip:bobby@demo.example>${tag}`;
  const answer = answerTo(write({ [name]: value }));
  expect([answer?.status, answer?.reason]).toEqual([400, reason]);
  expect(header(answer ?? expect.fail(), name)).toBe(
    name === 'To' ? '<sip:bobby@demo.example>;tag=s' : '<sip:bobby@demo.example>',
  );
  const response = parseMessage(write({ [name]: value }, [], 'SIP/2.0 200 OK'));
  expect(response).toEqual({ ok: false, status: 400, reason });
});

test.each([
  ['without brackets', 'sip:bobby@demo.example;tag', 'Bad To tag'],
  ['an open quote', '"Bobby <sip:bobby@demo.example>;tag=2', 'Bad To'],
  ['spaces around the URI', '"B" < sip:bobby@demo.example >;tag=2', 'Bad To'],
  ['NUL in the name', '"B\0" <sip:bobby@demo.example>;tag=2', 'Bad To'],
])('the answer copies the URI and the tag of a broken To: %s', (_what, to, reason) => {
  const answer = answerTo(write({ To: to }));
  const tag = to.includes('=') ? '2' : 's';
  expect([answer?.reason, answer && header(answer, 'To')]).toEqual([
    reason,
    `<sip:bobby@demo.example>;tag=${tag}`,
  ]);
});

test('RFC 4475 §3.1.2.1 the answer copies the sent-by and the branch of a broken Via', () => {
  const answer = answerTo(
    write({ Via: 'SIP/2.0/WS a.invalid;;,;branch=z9hG4bKx,, SIP/2.0/TCP b.invalid;branch=z9hG4bK2' }),
  );
  expect(headers(answer ?? expect.fail(), 'Via')).toEqual([
    'SIP/2.0/WS a.invalid',
    'SIP/2.0/TCP b.invalid;branch=z9hG4bK2',
  ]);
  const quoted = answerTo(write({ Via: 'SIP/2.0/WS a.invalid;branch=z9hG4bK1;x="' }));
  expect(headers(quoted ?? expect.fail(), 'Via')).toEqual([fields.Via]);
});

test('RFC 4475 §3.1.2.16 a request of another SIP version is answered with 505 and its own Via', () => {
  const via = 'SIP/7.0/UDP c.example.com;branch=z9hG4bKkdjuw';
  const result = parseMessage(write({ Via: via }, [], startLine.replace('2.0', '7.0')));
  if (result.ok) throw new Error('the request was accepted');
  expect([result.status, result.partial && headers(result.partial, 'Via')]).toEqual([505, [via]]);
});

test.each([
  ['no Via', { Via: '' }],
  ['an unreadable Via', { Via: 'nowhere' }],
  ['no From', { From: '' }],
  ['a To without address', { To: '"Bobby"' }],
  ['NUL in the Call-ID', { 'Call-ID': 'a\0b' }],
  ['no number in CSeq', { CSeq: 'MESSAGE' }],
  ['ACK', { CSeq: '1 ACK' }],
  ['a response', {}],
])('a broken message gets no answer if no valid answer is possible: %s', (what, changed) => {
  const start = what === 'a response' ? 'SIP/2.0 200 OK' : startLine;
  expect(answerTo(write(changed, ['Subject'], start))).toBeUndefined();
});

test('every answer to a broken request is a valid message, no longer than the request and its own parts', () => {
  const seed = write({}, ['Subject']);
  const mutation = fc.record({
    at: fc.nat(seed.length),
    cut: fc.nat(12),
    put: fc.string({ maxLength: 6, unit: fc.constantFrom(...Array.from('\0\r\n\t "<>;:,=@\\a1')) }),
  });
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      const text = mutations.reduce(
        (sofar, { at, cut, put }) => sofar.slice(0, at) + put + sofar.slice(at + cut),
        seed,
      );
      const result = parseMessage(text);
      if (result.ok || result.partial === undefined) return;
      const answer = serialize(createResponse(result.partial, 400, { toTag: 's' }));
      // A quoted pair may contain any character but CR and LF (RFC 3261 §25.1).
      const plain = answer.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (quoted) => quoted.replaceAll(/\\./gs, ''));
      expect(plain).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)/);
      // Copied unchanged: a CSeq number that is too large, and another SIP version.
      const read = parseMessage(
        answer.replace(/^CSeq: \d+/m, 'CSeq: 1').replaceAll(/^Via: (sip\s*\/\s*)\d+\.\d+/gim, 'Via: $12.0'),
      );
      expect(read).toMatchObject({ ok: true, message: { kind: 'response', status: 400 } });
      expect(answer.length).toBeLessThan(text.length + 80);
    }),
    { numRuns: 3000, seed: 787395313 },
  );
});

test.each([
  ['names without a colon', 'x\r\n'.repeat(20_000)],
  ['Vias', `Via: ${'a,'.repeat(30_000)}`],
  ['brackets and blanks', `To: ${'< '.repeat(30_000)}`],
  ['blanks in brackets', `To: <${' '.repeat(60_000)}a`],
  ['blanks at an end', `Subject: ${' '.repeat(60_000)}\0`],
  ['blanks in folds', `Subject: a${`\r\n${' '.repeat(200)}\0`.repeat(290)}`],
  ['semicolons in a Via', `Via: SIP/2.0/WS a${'; '.repeat(30_000)}`],
  ['quotes and backslashes with NUL', `From: ${'"\\'.repeat(30_000)}\0`],
  ['tags', `From: <sip:a@b>${';tag'.repeat(15_000)}`],
  ['groups of an IPv6 address', `From: <sip:a@[${'::1'.repeat(20_000)}]>;tag=1`],
])('64 KiB of %s are parsed in linear time: quadratic time would exceed the test timeout', (_what, lines) => {
  const [, ...rest] = write({}, ['Subject']).split('\r\n');
  expect(parseMessage([startLine, lines, ...rest].join('\r\n')).ok).toBe(false);
});
