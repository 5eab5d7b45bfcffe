import { randomInt } from 'node:crypto';
import type { TextGatewaySettings } from '../config/config.ts';
import type { Meter } from '../domain/meter.ts';
import { nothing } from '../domain/nothing.ts';
import type { GatewayOptions } from '../server-agents/text-gateway/gateway-options.ts';
import { createRtpPorts } from '../server-agents/text-gateway/rtp-ports.ts';
import { giveUp } from './give-up.ts';

/** The ports of the text gateway; ends the process if none of them can be opened (decision D94). */
export async function composeTextGateway(
  settings: TextGatewaySettings | undefined,
  meter: Meter,
): Promise<GatewayOptions | undefined> {
  if (settings === undefined) return undefined;
  const { host, address, firstPort, lastPort } = settings;
  const ports = createRtpPorts(settings);
  const probe = await ports.open(nothing);
  if (probe === undefined)
    giveUp(
      `TEXT_GATEWAY_HOST: no UDP port from ${firstPort} to ${lastPort} can be opened on ${host}; it must be an address of this machine, and the ports of TEXT_GATEWAY_PORTS must be free.`,
    );
  probe.close();
  return { ports, address, meter, randomNumber: () => randomInt(2 ** 32) };
}
