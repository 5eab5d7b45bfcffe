import { expect, test } from 'vitest';
import { readConferenceInfo, writeConferenceInfo } from './conference-info.ts';

const own = 'sip:anna@demo.example';
const written = writeConferenceInfo(own, 'sip:carl@demo.example', 'disconnected');

test('D102 RFC 4575 a client reads what another one has written', () => {
  expect(readConferenceInfo(written)).toEqual({ address: 'carl@demo.example', status: 'disconnected' });
  const odd = `sip:${encodeURIComponent('o"<&>d')}@demo.example`;
  expect(readConferenceInfo(writeConferenceInfo(own, odd, 'pending'))?.address).toBe('o"<&>d@demo.example');
});

test.each([
  ['nothing', ''],
  ['no XML', 'disconnected'],
  ['broken XML', written.replace('</users>', '')],
  ['another namespace', written.replace('conference-info"', 'other"')],
  ['an entity', `<!DOCTYPE x [<!ENTITY a "b">]>${written}`],
  ['another status', written.replace('disconnected', 'alerting')],
  ['markup in the status', written.replace('disconnected', '<b>disconnected</b><script>1</script>x')],
  ['no status', written.replace(/<status>.*<\/status>/, '')],
  ['two users', written.replace(/<user .*<\/user>/, '$&$&')],
  ['two addresses', written.replaceAll('sip:carl', 'sip:dora@demo.example&gt;,&lt;sip:carl')],
  ['an address with a dialog', written.replaceAll('carl@demo.example', 'carl@demo.example?Join=a')],
  ['an address with another scheme', written.replaceAll('sip:carl', 'javascript:carl')],
  ['a long text', written.replace('</conference-info>', `${' '.repeat(3000)}</conference-info>`)],
])('D102 attack: conference information with %s is not read', (_name, body) => {
  expect(readConferenceInfo(body)).toBe(undefined);
});
