import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

test.each([
  [
    { username: 'alice', password: 'pw' },
    { username: 'alice', password: '[removed]' },
  ],
  [
    { user: { sipPassword: 'x', securityToken: 't' } },
    { user: { sipPassword: '[removed]', securityToken: '[removed]' } },
  ],
  [{ Authorization: 'Digest abc' }, { Authorization: '[removed]' }],
  [
    { text_in: 'hej', characters: 'hej', status: 200 },
    { text_in: '[removed]', characters: '[removed]', status: 200 },
  ],
  [
    { url: '/user/logout?securityToken=abc&lang=sv' },
    { url: '/user/logout?securityToken=[removed]&lang=sv' },
  ],
  [
    { frame: 'REGISTER sip:a\r\nAuthorization: Digest x="1"\r\nTo: b' },
    { frame: 'REGISTER sip:a\r\nAuthorization: [removed]\r\nTo: b' },
  ],
  [{ json: '{"password":"hunter2","x":1}' }, { json: '{"password":"[removed]","x":1}' }],
  [[['token=abc', 7, null, undefined]], [['token=[removed]', 7, null, undefined]]],
])('LOG-01 %j is logged without its secrets', (written, kept) => {
  expect(withoutSecrets(written)).toEqual(kept);
});

test('a circular object is cut at a depth', () => {
  const circle: Record<string, unknown> = { name: 'a' };
  circle['self'] = circle;
  expect(JSON.stringify(withoutSecrets(circle))).toContain('…');
});
