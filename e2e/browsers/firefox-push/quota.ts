/**
 * Firefox ends a subscription after sixteen pushes that left no notification for three seconds, unless the user opens
 * the page meanwhile; these functions run in Firefox itself (`inFirefox`).
 */

type PushRecord = { readonly quota: number; readonly pushCount: number };

declare const ChromeUtils: {
  importESModule(address: string): {
    readonly PushService: {
      /** For each push whose notification Firefox is going to look for. */
      readonly _updateQuotaTimeouts: ReadonlySet<number>;
      readonly _db: { getAllKeyIDs(): Promise<readonly PushRecord[]> };
    };
  };
};

export type PushQuotas = {
  /** The pushes whose notification Firefox has not looked for yet. */
  readonly uncounted: number;
  /** How many more pushes without a notification each subscription may get. */
  readonly left: readonly number[];
};

export async function readPushQuotas(): Promise<PushQuotas> {
  const { PushService } = ChromeUtils.importESModule('resource://gre/modules/PushService.sys.mjs');
  const uncounted = PushService._updateQuotaTimeouts.size;
  const records = await PushService._db.getAllKeyIDs();
  return { uncounted, left: records.filter(({ pushCount }) => pushCount > 0).map(({ quota }) => quota) };
}
