/** An SDP body as a browser writes it for sound, video and text; the SIP servers pass it on. */
const media = (kind: string, mid: number, format: string, maps: readonly string[]): readonly string[] => [
  `m=${kind} 9 ${format}`,
  'c=IN IP4 0.0.0.0',
  `a=mid:${mid}`,
  'a=ice-ufrag:8hhY',
  'a=ice-pwd:asd88fgpdd777uzjYhagZg',
  'a=fingerprint:sha-256 19:E2:1C:3B:4B:9F:81:E6:B8:5C:F4:A5:A8:D8:73:04:BB:05:2F:70:9F:04:A9:0E:05:E9:26:33:E8:70:88:A2',
  'a=setup:actpass',
  'a=candidate:1 1 udp 2122260223 192.0.2.1 54400 typ host generation 0',
  ...maps,
];

export const SESSION_DESCRIPTION = [
  'v=0',
  'o=- 20518 0 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1 2',
  ...media('audio', 0, 'UDP/TLS/RTP/SAVPF 111', ['a=sendrecv', 'a=rtcp-mux', 'a=rtpmap:111 opus/48000/2']),
  ...media('video', 1, 'UDP/TLS/RTP/SAVPF 96', ['a=sendrecv', 'a=rtcp-mux', 'a=rtpmap:96 VP8/90000']),
  ...media('application', 2, 'UDP/DTLS/SCTP webrtc-datachannel', ['a=sctp-port:5000']),
  '',
].join('\r\n');
