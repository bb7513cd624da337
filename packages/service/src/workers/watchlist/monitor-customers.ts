import { createCustomerIndex, type CustomerIndex, type Policies } from '@countersign/screening';
import type { ServiceContext } from '../../context.ts';
import {
  listDisabled,
  type MonitoredSession,
  readMonitored,
  settingsStamps,
} from '../../storage/watchlist/monitor-customers.ts';
import {
  screeningInputOf,
  customerKey,
  decryptCustomer,
  pages,
} from '../../usecases/watchlist/monitor-customers.ts';
import { subjectOf } from '../../usecases/watchlist/screened-subject.ts';

const pageSize = 2_000;
const openedAtOnce = 200;
/** How long an erased customer may stay in memory between runs. */
const freshMs = 10 * 60_000;
const disabledMinutes = 5;

/** All monitored customers, in the memory of this process; sealed everywhere else. Built on first use. */
export class MonitoredCustomers {
  readonly #ctx: ServiceContext;
  #index: CustomerIndex | null = null;
  #policies = '';
  /** Attempt and settings that a customer's entry was built from. */
  #made = new Map<string, string>();
  #syncedAt = 0;

  constructor(ctx: ServiceContext) {
    this.#ctx = ctx;
  }

  /**
   * The index of the database's current content, under these policies. Reads the keys of all, and decrypts those that are new or
   * changed.
   */
  async synced(policies: Policies): Promise<CustomerIndex> {
    const text = JSON.stringify(policies);
    if (this.#index === null || this.#policies !== text) {
      this.#index = createCustomerIndex([], { policies });
      this.#made = new Map();
      this.#policies = text;
    }
    const index = this.#index;
    const made = new Map<string, string>();
    const stamps = await settingsStamps(this.#ctx.database);
    for await (const page of pages(this.#ctx, { integrationId: null, limit: pageSize })) {
      const missing = page.filter((session) => {
        const [key, version] = [
          customerKey(session),
          `${session.attemptId} ${stamps.get(session.integrationId)}`,
        ];
        made.set(key, version);
        return this.#made.get(key) !== version;
      });
      for (let at = 0; at < missing.length; at += openedAtOnce)
        await this.#open(index, missing.slice(at, at + openedAtOnce));
    }
    for (const key of index.keys()) if (!made.has(key)) index.remove(key);
    this.#made = made;
    this.#syncedAt = performance.now();
    return index;
  }

  /** Between runs: drops customers who are no longer monitored. */
  async forgetOthers(policies: Policies): Promise<void> {
    const index = this.#index;
    if (index === null) return;
    if (performance.now() - this.#syncedAt > freshMs) {
      await this.synced(policies);
      return;
    }
    for (const session of await listDisabled(this.#ctx.database, { minutes: disabledMinutes })) {
      const key = customerKey(session);
      if (index.remove(key)) this.#made.delete(key);
    }
  }

  async #open(index: CustomerIndex, sessions: readonly MonitoredSession[]): Promise<void> {
    for (const sealed of await readMonitored(this.#ctx.database, sessions)) {
      const key = customerKey(sealed);
      try {
        const { person, settings } = decryptCustomer(this.#ctx, sealed);
        const { options } = screeningInputOf(person, settings);
        index.add({ key, subject: subjectOf(person), options });
      } catch (error) {
        // A session that cannot be screened, or is damaged, must not prevent others from being monitored.
        this.#ctx.log.error({ err: error, sessionId: sealed.sessionId }, 'monitored session skipped');
      }
    }
  }
}
