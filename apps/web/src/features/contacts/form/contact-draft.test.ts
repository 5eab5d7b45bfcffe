import { expect, test } from 'vitest';
import { draftFrom } from './contact-draft.ts';

test.each([
  ['', ['', '', '']],
  ['?sip=bobby@demo.example&name=Bobby%20Berg', ['Bobby', 'Berg', 'bobby@demo.example']],
  ['sip=sip:bobby@demo.example&name=Anna+Maria+Lind', ['Anna Maria', 'Lind', 'bobby@demo.example']],
  ['sip=bobby@demo.example&name=bobby', ['', '', 'bobby@demo.example']],
  ['sip=bobby@demo.example&name=bobby@demo.example', ['', '', 'bobby@demo.example']],
  ["sip=x@demo.example&name=Kim+O'Brien", ['Kim', "O'Brien", 'x@demo.example']],
  ['sip=x@demo.example&name=%3Cb%3E', ['', '', 'x@demo.example']],
])('the form opened with %j starts with %j', (search, [fname, sname, sipaddress]) => {
  expect(draftFrom(search)).toMatchObject({ fname, sname, sipaddress, email: '', city: '' });
});
