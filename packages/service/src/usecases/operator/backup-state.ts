import type { ServiceContext } from '../../context.ts';
import { type BackupTimes, readBackupTimes } from '../../storage/operator/backups.ts';

/** Possible faults of an installation's backups. */
export const backupFaults = ['late', 'unverified', 'failed'] as const;
export type BackupFault = (typeof backupFaults)[number];

/** Maximum seconds without a verified backup, unless the limit on the age of backups is higher. */
const mostUnverified = 8 * 86_400;

/** Ages of the backups, and their faults. */
export interface BackupState extends BackupTimes {
  faults: BackupFault[];
}

/** @returns `null` if backups are made by other means (`BACKUP_MAX_AGE_HOURS` is 0) */
export const readBackupState =
  ({ config, database }: Pick<ServiceContext, 'config' | 'database'>) =>
  async (): Promise<BackupState | null> => {
    if (config.backupMaxAgeHours === null) return null;
    const most = config.backupMaxAgeHours * 3_600;
    const times = await readBackupTimes(database);
    const isWrong: Record<BackupFault, boolean> = {
      late: times.writtenSeconds > most,
      unverified: times.verifiedSeconds > Math.max(most, mostUnverified),
      failed: times.failedAt !== null,
    };
    return { ...times, faults: backupFaults.filter((fault) => isWrong[fault]) };
  };

/** Describes a fault. */
export const explainFault = (fault: BackupFault, { writtenAt, verifiedAt }: BackupTimes): string =>
  ({
    late: `no backup since ${writtenAt}: write one with "backup"`,
    unverified: `no restore tried since ${verifiedAt}: run "restore --verify", then "backups verified"`,
    failed: 'the newest backup failed: "backups list" prints why',
  })[fault];
