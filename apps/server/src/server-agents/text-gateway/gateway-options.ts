import type { Meter } from '../../domain/meter.ts';
import type { RtpPorts } from './rtp-ports.ts';

export type GatewayOptions = {
  readonly ports: RtpPorts;
  /** The IP address that phones are told for text. */
  readonly address: string;
  readonly meter: Pick<Meter, 'gatewayText' | 'refused'>;
  /** A whole number from 0 to 2^32 - 1 that cannot be guessed. */
  readonly randomNumber: () => number;
};
