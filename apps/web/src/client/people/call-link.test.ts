import { expect, test } from 'vitest';
import { addressOfCallLink, callLinkTo, plainAddressOf } from './call-link.ts';

test.each([
  ['/call/bobby', 'bobby'],
  ['/call/bobby@demo.example', 'bobby@demo.example'],
  ['/call/bobby%40demo.example', 'bobby@demo.example'],
  ['/call/sip%3Abobby%40demo.example', 'bobby@demo.example'],
  ['/call/SIPS:bobby@demo.example', 'bobby@demo.example'],
  ['/call/tel%3A%2B46%208%20123%20456', '+46 8 123 456'],
  ['/call/tel%3A7042%3Bphone-context%3Dexample.com', '7042'],
  ['/call/sip:bobby@demo.example?subject=money&body=now', 'bobby@demo.example'],
  ['/call/sip:bobby@demo.example;transport=tcp', 'bobby@demo.example'],
  ['/call/%C3%A5sa', 'åsa'],
  ['/call/%D8%B3%D9%84%D9%85%D9%89', 'سلمى'],
])('D72 the link %s fills in %s', (path, address) => {
  expect(addressOfCallLink(path)).toBe(address);
});

test.each([
  ['/call', undefined],
  ['/call/', undefined],
  ['/call/%20%20', undefined],
  ['/call/%E0%A4%A', undefined],
  ['/call/sip:', undefined],
  ['/call/%3Bparameters', undefined],
  [`/call/${'a'.repeat(256)}`, undefined],
  [`/call/${'a'.repeat(255)}`, 'a'.repeat(255)],
  ['/call/bob%0d%0aVia:%20x', 'bobVia: x'],
  ['/call/bob%E2%80%AEbby', 'bobbby'],
  ['/call/%00%E2%80%8Bbob', 'bob'],
  ['/call/%3Cscript%3Ealert(1)%3C/script%3E', '<script>alert(1)</script>'],
  ['/call/javascript:alert(1)', 'javascript:alert(1)'],
  ['/calls/bob', undefined],
])('D72 the hostile or empty link %s gives %j, a text for the field and nothing else', (path, address) => {
  expect(addressOfCallLink(path)).toBe(address);
});

test.each(['bobby@demo.example', 'åsa@demo.example', '+46 8 123', 'a/b?c#d;e'])(
  'D72 the link to %s leads back to its address, without parameters',
  (address) => {
    const link = callLinkTo(address, 'https://calls.example/app');
    expect(addressOfCallLink(new URL(link).pathname.replace('/app', ''))).toBe(
      address.replace(/[;?#].*/, ''),
    );
    expect(new URL(link).pathname.startsWith('/app/call/')).toBe(true);
  },
);

test.each([
  ['/call/bobby@demo.example', 'bobby@demo.example'],
  ['/call/Your%20account%20is%20blocked', undefined],
  [`/call/${'a'.repeat(101)}`, undefined],
  ['/history', undefined],
])('D72 attack: before the login %s shows %s, and no message of who made the link', (path, address) => {
  expect(plainAddressOf(path)).toBe(address);
});
