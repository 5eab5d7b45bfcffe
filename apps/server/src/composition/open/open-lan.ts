import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import {
  createOwnCertificate,
  fingerprintOf,
  isCertificateFor,
  type OwnCertificate,
} from '../../crypto/own-certificate.ts';
import { HTTP_LIMITS } from '../../domain/limits/limits.ts';
import type { Meter } from '../../domain/meter.ts';
import { limitConnections } from '../../http/plumbing/limits/limit-connections.ts';
import { serverOptions } from '../../http/plumbing/server-options.ts';
import { explainDataDir } from '../../storage/database/data-dir-error.ts';
import { makeDataDir } from '../../storage/make-data-dir.ts';
import { giveUp, lanProblem } from '../give-up.ts';

type Parts = { readonly config: Config; readonly log: Logger; readonly meter: Meter };

export type Lan = {
  /** Where other machines of the network reach the web app. */
  readonly urls: readonly string[];
  readonly fingerprint: string;
  close(): Promise<void>;
};

/** The IPv4 addresses of this machine in its networks. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function write(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/** Reads the certificate of the last start, so that phones which trust it need not be asked again. */
async function readOrCreateCertificate(dataDir: string, names: readonly string[]): Promise<OwnCertificate> {
  const certificateFile = join(dataDir, 'lan-certificate.pem');
  const keyFile = join(dataDir, 'lan-key.pem');
  try {
    const kept = { certificate: textOf(certificateFile), key: textOf(keyFile) };
    if (kept.key !== '' && isCertificateFor(kept.certificate, names, Date.now())) return kept;
    const made = await createOwnCertificate(names, Date.now());
    makeDataDir(dataDir);
    write(keyFile, made.key);
    write(certificateFile, made.certificate);
    return made;
  } catch (error) {
    throw explainDataDir(dataDir, error);
  }
}

/**
 * Opens the demo to the network of this machine (`--lan`): HTTPS beside the port for this machine, because
 * browsers allow camera and microphone on secure pages only. Ends the process if that is not possible.
 */
export async function openLan(app: FastifyInstance, { config, log, meter }: Parts): Promise<Lan | undefined> {
  const { lanPort, dataDir, limits } = config;
  if (lanPort === undefined) return undefined;
  const addresses = ownAddresses();
  if (addresses.length === 0) giveUp('--lan: this machine has no address in a network.');
  const { certificate, key } = await readOrCreateCertificate(dataDir, [...addresses, 'localhost']);
  // Loaded for `--lan` only: no other start needs TLS in this process.
  const { createServer } = await import('node:https');
  const server = createServer(
    {
      cert: certificate,
      key,
      ...serverOptions(HTTP_LIMITS),
    },
    (request, response) => app.server.emit('request', request, response),
  );
  server.setTimeout(HTTP_LIMITS.silentMs);
  server.on('upgrade', (...upgrade) => app.server.emit('upgrade', ...upgrade));
  limitConnections(server, { ...limits, isExempt: () => false }, { log, meter });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(lanPort, '0.0.0.0', resolve);
  }).catch((error: unknown) => giveUp(lanProblem(error, lanPort)));
  const address = server.address();
  const port = address === null || typeof address === 'string' ? lanPort : address.port;
  return {
    urls: addresses.map((each) => `https://${each}:${port}`),
    fingerprint: fingerprintOf(certificate),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
