/** The key frames that a connection has decoded, and those that it has asked for. */
export async function keyFramesIn(connection: RTCPeerConnection) {
  for (const stat of (await connection.getStats()).values())
    if (stat.type === 'inbound-rtp' && stat.kind === 'video')
      return { decoded: stat.keyFramesDecoded, asked: stat.pliCount + stat.firCount };
  return { decoded: 0, asked: 0 };
}
