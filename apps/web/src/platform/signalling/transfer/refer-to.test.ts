import { expect, test } from 'vitest';
import { addressInReferTo } from './refer-to.ts';

test.each([
  ['<sip:carol@demo.example>', 'carol@demo.example'],
  ['sip:carol@demo.example', 'carol@demo.example'],
  ['"Carol, C <c@x>" <sip:Carol@Demo.Example;transport=ws>', 'carol@demo.example'],
  ['Carol <SIP:carol@demo.example;method=INVITE>', 'carol@demo.example'],
  ['<sip:%63arol@demo.example>', 'carol@demo.example'],
  ['<sip:+46701234567@demo.example>', '+46701234567@demo.example'],
])('D87 Refer-To %s names %s', (value, address) => {
  expect(addressInReferTo([value])).toBe(address);
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
  expect(addressInReferTo(fields)).toBeUndefined();
});
