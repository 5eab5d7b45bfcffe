import type { Installation } from '../domain/installation.ts';
import type { Config } from './config.ts';

type SharedSettings = Pick<
  Config,
  | 'mode'
  | 'sipDomain'
  | 'publicUrl'
  | 'sipWsUri'
  | 'messageDays'
  | 'auditDays'
  | 'callRecordDays'
  | 'accountDeletionDays'
  | 'consoleSecondFactor'
  | 'serverProcesses'
>;

/** The settings that all processes of one database have alike. */
export const sharedSettings = (config: SharedSettings): Installation => ({
  SAMTAL_MODE: config.mode,
  SIP_DOMAIN: config.sipDomain,
  ...(config.publicUrl !== undefined && { PUBLIC_URL: config.publicUrl }),
  ...(config.sipWsUri !== undefined && { SIP_WS_URI: config.sipWsUri }),
  MESSAGE_DAYS: String(config.messageDays),
  AUDIT_DAYS: String(config.auditDays),
  CALL_RECORD_DAYS: String(config.callRecordDays),
  ACCOUNT_DELETION_DAYS: String(config.accountDeletionDays),
  CONSOLE_SECOND_FACTOR: config.consoleSecondFactor,
  SERVER_PROCESSES: config.serverProcesses,
});
