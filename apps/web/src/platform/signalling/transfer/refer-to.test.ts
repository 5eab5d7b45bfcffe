import { expect, test } from 'vitest';
import { targetInReferTo, withDialog } from './refer-to.ts';

test.each([
  ['<sip:carol@demo.example>', 'carol@demo.example'],
  ['sip:carol@demo.example', 'carol@demo.example'],
  ['"Carol, C <c@x>" <sip:Carol@Demo.Example;transport=ws>', 'carol@demo.example'],
  ['Carol <SIP:carol@demo.example;method=INVITE>', 'carol@demo.example'],
  ['<sip:%63arol@demo.example>', 'carol@demo.example'],
  ['<sip:+46701234567@demo.example>', '+46701234567@demo.example'],
])('D87 Refer-To %s names %s', (value, address) => {
  expect(targetInReferTo([value])).toEqual({ address });
});

test.each([
  [[]],
  [['<sip:carol@demo.example>', '<sip:bobby@demo.example>']],
  [['']],
  [['carol']],
  [['<tel:112>']],
  [['<sips:carol@demo.example>']],
  [['<https://evil.example>']],
  [['<javascript:alert(1)@x>']],
  [['<sip:demo.example>']],
  [['<sip:carol:pw@demo.example>']],
  [['<sip:carol@demo.example?Replaces=x>']],
  [['<sip:carol@demo.example?Replaces=x%3Bto-tag%3Da%3Bfrom-tag%3Db&Subject=x>']],
  [['<sip:carol@demo.example?Route=x>']],
  [['<sip:carol@demo.example?Join=x>']],
  [['<sip:carol@demo.example?Join=x%3Bto-tag%3Da%3Bfrom-tag%3Db%3Bearly-only>']],
  [['<sip:carol@demo.example?Join=x%3Bto-tag%3Da%3Bfrom-tag%3Db&Replaces=x>']],
  [['<sip:carol@demo.example?Replaces=x%3Bto-tag%3Da%3Bfrom-tag%3Db%0D%0AX:y>']],
  [['<sip:carol@demo.example?Replaces=%FF%3Bto-tag%3Da%3Bfrom-tag%3Db>']],
  [['sip:carol@demo.example?Replaces=x%3Bto-tag%3Da%3Bfrom-tag%3Db']],
  [['<sip:carol@demo.example;method=BYE>']],
  [['<sip:carol@demo.example>, <sip:bobby@demo.example>']],
  [['sip:carol@demo.example;method=BYE']],
  [['<sip:carol@demo.example']],
  [['<sip:%00@demo.example>']],
  [['<sip:%@demo.example>']],
  [['<sip:a%40b@demo.example>']],
  [['<sip:a%20b@demo.example>']],
  [['<sip:\u202Ecarol@demo.example>']],
  [[`<sip:${'c'.repeat(600)}@demo.example>`]],
])('D87 Refer-To %j is refused', (fields) => {
  expect(targetInReferTo(fields)).toBeUndefined();
});

test('D101 RFC 5589 Refer-To names the dialog that is to be replaced, and is written so', () => {
  const replaces = '12adf2f34456gs5@192.0.2.4;to-tag=23431;from-tag=54321';
  const value = `<${withDialog('sip:carol@demo.example', 'Replaces', replaces)}>`;
  expect(value).toBe(
    '<sip:carol@demo.example?Replaces=12adf2f34456gs5%40192.0.2.4%3Bto-tag%3D23431%3Bfrom-tag%3D54321>',
  );
  expect(targetInReferTo([value])).toEqual({ address: 'carol@demo.example', replaces });
  expect(targetInReferTo([value.replace('Replaces', 'replaces')])?.replaces).toBe(replaces);
});

test('D102 RFC 3911 Refer-To names the dialog that is to be joined, and is written so', () => {
  const joins = '12adf2f34456gs5@192.0.2.4;to-tag=23431;from-tag=54321';
  const value = `<${withDialog('sip:carol@demo.example', 'Join', joins)}>`;
  expect(value).toBe(
    '<sip:carol@demo.example?Join=12adf2f34456gs5%40192.0.2.4%3Bto-tag%3D23431%3Bfrom-tag%3D54321>',
  );
  expect(targetInReferTo([value])).toEqual({ address: 'carol@demo.example', joins });
});
