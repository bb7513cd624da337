import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/storage/engine/database.ts';
import { claimJobs } from '../../src/storage/job/claim-jobs.ts';
import type { JobLaneName, LeasedJob } from '../../src/storage/job/jobs.ts';

/** Claims as a worker does that has done nothing yet. @param places by lane */
export function claimFrom(
  database: Database,
  places: Partial<Record<JobLaneName, number>>,
): Promise<LeasedJob[]> {
  const lanes = Object.entries(places).map(([lane, count]) => ({
    lane: lane as JobLaneName,
    places: count,
    perIntegration: count,
  }));
  return claimJobs(database, { lanes, shares: [], after: randomUUID() });
}
