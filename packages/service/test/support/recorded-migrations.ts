import fs from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../src/storage/engine/database.ts';

/**
 * What databases in use have recorded: the name of every released migration with the SHA-256 of its file. Only ever added to, at the
 * end: a database whose record differs from the release's files is refused.
 */
export const recordedMigrations: readonly (readonly [name: string, sha256: string])[] = [
  ['0000_initial', 'b4f91a1a36b2b6eb63cec1b167ca4d0765b6e9d24fee8ac2513cde84da4c373e'],
  ['0001_crosslinks', '9610c99666709d8369f12c9c97c2ac59fbb6992a71f8f8a7420cb6f8f5e54096'],
  ['0002_watchlist', '79b40817febc6a32cb3bc6edeef4dc01e10fdfce93f874c96116835fd908e713'],
  ['0003_monitor_runs', '97a5abc57f16bf706573c3d64e6cb82be5443222a8049a65b891543c1aa4c9d1'],
  ['0004_watchlist_decisions', '01c1ced075596cfabcc8fe9a7ce9db8abb1e33d73c887497044d9092270122cb'],
  ['0005_registry_checks', 'c1097cd30389a8a32bf47a4a5dc26cc4a478573cc566fd4ba642de9858ceb1ac'],
  ['0006_registry_retries', '2b323db22c2fda5c90d1f8c492eeda934c7b128fc6735cb9d2d6ade14e974c6d'],
  ['0007_registry_waiting', '4fe8904c00f2531529960e3aecde61ca1b3adee23cb59e0f8aea315e270889ff'],
  ['0008_registry_row', 'de8ca29634167ffb46768a2269bad1a48a712d649cb17f5a10d1d78a7b85776c'],
  ['0009_keyed_digests', '6fc5a322206feab74a57141e529c96158ea1306fc7ab85703bad9f48fd08c6c7'],
  ['0010_job_lanes', 'ea46988efaeed714fbbbf30a964363f8ff70e595856b932ed4761f1b781d7db4'],
  ['0011_end_user_flow', '21da76c845769c22f0047fdaefaa4adaf2915dfbe73a1f24f3a3e781ecb03a6e'],
  ['0012_reading_back', '595c3e50138a4fc615a2e2e52e00c1448cd3b3eb71453f2f3bb914e4d3f1908d'],
  ['0013_retention', '83edd75ecf587ae90b5f8998cd211f7950846fe38e8e1dbe6ecbc37bcc0de335'],
  ['0014_portal', '8b0084abcf82aeee12d448f5d45b663aaf8252bd73809f90d1c7df74a90d3066'],
  ['0015_request_log', 'c8d53f10c0e5a28ca386508716307ef3ed3183f8ed249a0bb46db6fdbbec8744'],
  ['0016_user_statuses', 'bcac48eb0f5413fb67b4affb09db74f713b8bec03c1b49ab29f129510e58d0ac'],
  ['0017_portal_trust', '2270791e33dd8ee01137b215211d49cf220737e076ea804be54c15669aedfe58'],
  ['0018_fraud_reports', 'c2096941ca1abd2b3a1b1d42fc84d1657237f08b04318498bc86def95420853c'],
  ['0019_picture_age', '0425376f173b48fe86cdc974eef55757e4ba0afe9b49fb3041d584911c2dbf09'],
  ['0020_mail', 'da299d95ccf2f143fc408f15c19fa74fd44d9f09b50c4b37e09ea939a84fa645'],
  ['0021_preferences', '3d90adaf0a6f4b6b14a9d7fe1abc42625f71898c84733b9fca6bd713401afeef'],
  ['0022_passkeys', '4371682dbaaf7f303d7e68c3fb4688708e2fd406eed8386cce3bc1501c3b71ab'],
  ['0023_session_export', '3b956065080705ad2f7a0dcf6473518201e97fd1e3ae96785eae8caf5755f936'],
  ['0024_single_sign_on', '87b68d331b56526377fa16e279d0f7193dfcda2d826d3e2a301dfe8ad70e0722'],
  ['0025_brand_logo', 'ae21c9e1bdbaa75dd2a904cd47fc8924b25ae2924ca985e7e28416c424c1f5b9'],
  ['0026_password_mail', '3392978e591a9353c2aabbbf137dcf2b259103ce15d04971f6e2644fc72918d3'],
  ['0027_session_names', '69c0135f4e34fb00a269da5ebdfb41664238b9ae3430ee0723aaddb356942843'],
  ['0028_proposals', 'ae74f6b128bbc53c075b8c444207196478b78789d2da51809fb2ddd899205115'],
  ['0029_organisation_rules', 'cb9ea5fb5fccbe3261f1657f05bdbdfcec8307b5fe1926429ef7ce7f442d2957'],
  ['0030_screening_workspace', 'efb851e359eaaf2e5fa8d1d7859bd61018837e1a059047ee106b274d023bf014'],
  ['0031_screening_assignee', '5656a3c5edbb1e2b091f1df7231dc4ccba0cb816f79e4b83e9894289c73d7e0d'],
  ['0032_portal_lists', '12aa6f3cadd70590cf8cadba9c208795b6fbada040ed2f433b2a2ba501a1fdc0'],
  ['0033_portal_log_filters', '0a7e49e07f8e5a8f9bb2629c83bfa623f66750a32ed8d698a120440f3929c756'],
  ['0034_flow_handoff', 'f974026126868c65d9eb4428b338bbe4222d5be7440870c26c586fc7515d2b1e'],
  ['0035_backups', 'ccf1f87ad154aec551a366544deb58ba76dda9258349c9682d0f76f099666d58'],
  ['0036_screening_searches', '974d7d30dc831385857ba9af51eddc0fd96ff1a27b40c6dbfe4f26a51324a709'],
  ['0037_organisation_suspension', 'a2fef5b4217b633f82fb255d0589cf733821f5a326f5bb8691c18be298aa4957'],
  ['0041_setting_proposals', 'a9ba7d5e6366fc93ac322f148f34397d1f86e59dff58f162c0b8ca7a8c5bca3d'],
  ['0042_registry_outage', '5416dfb75cc51a5317180f4f3ce4033a031149f656e9701baccfba0d28cf11fb'],
  ['0043_organisation_limit', '59910496232a382f7af40f21bdebe3985d08b0ab44e988e735e7b6bdeddf334e'],
  ['0044_upkeep_indexes', '7d438d60860f1a0fc6ffb63edb48eeb371d5da12ee27adac7c01a97af0942d5e'],
];

const folder = path.resolve(import.meta.dirname, '../../migrations');

/** Brings an empty database to where an earlier release left it: its migrations applied and recorded a day ago. */
export async function leaveAsEarlierRelease(database: Database, newest: string): Promise<void> {
  const count = recordedMigrations.findIndex(([name]) => name === newest) + 1;
  await database.query(
    `create table migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  );
  for (const [name, sha256] of recordedMigrations.slice(0, count)) {
    const text = await fs.readFile(path.join(folder, `${name}.sql`), 'utf8');
    for (const statement of text.split('--> statement-breakpoint')) await database.query(statement);
    await database.query(
      `insert into migration (name, sha256, applied_at) values ($1, $2, '2026-01-02 03:04:05.678901+00')`,
      [name, sha256],
    );
  }
}
