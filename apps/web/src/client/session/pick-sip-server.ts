import { CAPABILITY_KEYS, type Settings, sipServersOf } from '@samtal/api-contract';
import type { SystemConfig } from './user.ts';

/** One of several SIP servers is picked, so that many people spread over all; the rest follow it in turn (REG-13). */
export function pickSipServer(config: SystemConfig, settings: Settings, random: () => number): SystemConfig {
  const servers = sipServersOf(settings);
  const index = Math.floor(random() * servers.length);
  const [picked, ...rest] = [...servers.slice(index), ...servers.slice(0, index)];
  if (picked === undefined) return config;
  const choice = [
    { key: CAPABILITY_KEYS.sipServers, value: picked },
    { key: CAPABILITY_KEYS.otherSipServers, value: rest.join(',') },
  ];
  return { ...config, systemSettings: [...config.systemSettings, ...choice] };
}
