import { CAPABILITY_KEYS, type Settings, sipServersOf } from '@samtal/api-contract';
import type { SystemConfig } from './user.ts';

/**
 * Makes a random SIP server the first one to be tried, to spread the load; the others follow in order
 * (REG-13).
 */
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
