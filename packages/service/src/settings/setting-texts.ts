import type { IntegrationSettings, SettingGroup } from './integration-settings.ts';

type Grouped = SettingGroup | 'faceLimits';
type MemberOf<Group extends Grouped> = `${Group}.${Extract<keyof IntegrationSettings[Group], string>}`;

/** Name of a setting as used with `--set`. */
export type SettingName =
  | Exclude<keyof IntegrationSettings, Grouped>
  | { [Group in Grouped]: MemberOf<Group> }[Grouped];

/** What each setting of an integration does, for the operators' guide and in its order. */
export const settingTexts: Readonly<Record<SettingName, string>> = {
  manualReview: 'A person decides doubtful cases (code 9121); otherwise the doubtful check counts as failed',
  identityVerification:
    'Documents and faces are verified. Off: the integration only screens against watchlists, or only calls a registry',
  watchlistScreening: 'Every session with a name is screened against watchlists',
  registry: 'National registry that is called. `MX_INE` needs an integration without `identityVerification`',
  registryRetries:
    'A check whose registry gives no answer is tried again after 20 and 40 minutes before that becomes the verdict',
  validateRegistry: 'Numbers of the United States are validated over the API',
  drivingLicenceData: 'Decisions carry the data of driving licences',
  ageEstimation: 'Not offered yet',
  proofOfAddress: 'Not offered yet',
  requireDocument: 'A document picture is needed. Off: only the face is compared with `face-reference`',
  requireSelfie: 'A selfie is needed',
  acceptedDocuments:
    'Document types, each with an optional country, that are accepted; `null` accepts every supported one',
  specimenDocuments:
    'Documents of `UTO`, the state of ICAO specimens that does not exist, are accepted as well',
  declineUnsupported: 'Documents that are not accepted are declined (510) instead of requested again (206)',
  declineExpired: 'Expired documents are declined (511) instead of requested again (207)',
  minimumAge: 'Youngest age accepted, in years',
  requiredAssurance: 'What has to be known about the presence of a live person; `model` needs a model slot',
  livenessChallenge:
    'The hosted flow records head movements drawn by the service; on by itself where `requiredAssurance` is `challenge`',
  stillAlternative: 'The hosted flow offers a still picture alone to who cannot or will not be filmed',
  handoff:
    'The hosted flow offers people on a computer to go on with their phone; `prefer` begins with that, `off` never offers it',
  evidenceReview:
    'Strength from which a sign of a copied or altered picture is doubtful; `null`: signs only inform',
  duplicates: 'What follows when face or document were approved before, for another end-user (108, 110)',
  blocklist: 'Faces that the operator has blocked are declined (127)',
  crosslinks:
    'Sessions are compared with earlier ones of the integration; descriptors and numbers are kept, encrypted, as long as they',
  crosslinkScore: 'Score from which faces of two sessions count as one person',
  faceAcceptScore: 'Score from which document portrait and selfie are the same person',
  faceReviewScore: 'Score below which they are two people; between the two the result is doubtful',
  referenceAcceptScore: 'As `faceAcceptScore`, for the selfie against `face-reference`',
  referenceReviewScore: 'As `faceReviewScore`, for the selfie against `face-reference`',
  'faceLimits.compared': 'Width in pixels below which a face is not compared; 60 where absent',
  'faceLimits.strong': 'Width in pixels below which a score is weak; 80 where absent',
  'faceLimits.sharp': 'Sharpness below which a score is weak; 10 where absent',
  printedZone:
    'When print is read: of every document, `always` also of sides without a portrait, `zone-only` where zone and code leave a doubt, `off` never',
  'declaredData.country': 'What follows when the document contradicts the declared country',
  'declaredData.type': 'What follows when it contradicts the declared type',
  'declaredData.number': 'What follows when it contradicts the declared document number',
  'declaredData.idNumber': 'What follows when it contradicts the declared `idNumber`',
  'declaredData.gender': 'What follows when it contradicts the declared gender',
  requireEndUserId: 'Sessions without `endUserId` are declined (121)',
  sessionLifetimeSeconds: 'Life of a session that is not submitted, in seconds',
  resubmissionWindowSeconds: 'Time to submit again after a request to resubmit, in seconds',
  'retention.sessionDays':
    'Days after its last change that an approved, declined, expired or abandoned session is deleted and erased; monitored sessions and those with undelivered webhooks stay. `null`: never',
  'retention.pictureDays':
    'Days after its last change that pictures and films of such a session are erased; decision and data stay. `null`: with the session',
  'retention.descriptorDays':
    'Days that face descriptors are kept for comparison with later sessions; at most three years',
  'retention.webhookDays':
    'Days after the end of its delivery that the body of a webhook and the answers to it are erased. `null`: with the session',
  callback: 'Where the hosted flow goes at its end, unless the session names an address of its own',
  flowUrl:
    'Scheme and authority of the session links of this integration, such as `https://verify.example.com`; its domain must lead here. `null`: that of the installation',
  'branding.name': 'Name of the company in the hosted flow; `null`: the name of the integration',
  'branding.logo':
    'Logo in place of the name; set by `--logo FILE` with a PNG of at most 128 KiB, 16 to 1,024 pixels wide and 16 to 512 high. `null`: none',
  'branding.radius': 'Radius of corners in the hosted flow, in pixels',
  'branding.textSize': 'How large text is in the hosted flow',
  'branding.spacing': 'How much room is around texts and fields in the hosted flow',
  'branding.light':
    'Colours of the hosted flow on devices set to light. Text on its ground needs a contrast of 4.5:1; the refusal names the nearest colour that has it. `null`: the own colours of the flow',
  'branding.dark': 'The same for devices set to dark',
  'branding.texts':
    'Texts in the hosted flow by language: `coBrand` on the first screen, `nextStep` on the last ones, `help` on the help screen',
  'branding.draftTexts':
    'Languages whose texts are drafts: the preview in the portal shows them, the hosted flow does not',
  'branding.languages': 'Languages that the hosted flow offers',
  'branding.defaultLanguage':
    'Language of the hosted flow for people who want none of those offered; one of `branding.languages`',
  granularReasonCodes: 'Decisions carry the finer reason codes',
  riskLabels: 'Decisions carry risk labels',
  riskScore: 'Decisions carry a risk score',
  extendedData: 'Decisions carry extended data of the document',
  fullAuto: 'Full-auto decisions are offered; decision and event webhooks are not sent',
  fourEyes:
    'In the portal, decisions of reviews, true matches and their reversal take two people: one proposes, another confirms',
  secondApprover:
    'Operators change settings of this integration by two: one proposes, another approves; `integration propose`',
  deletion: '`DELETE /sessions/{sessionId}` is offered',
  fraudReports: 'Sessions can be reported as fraud over the feedback API',
  origins: 'Browser origins that may create sessions and frame the flow; `*` admits every one',
  allowedAddresses: 'Addresses or networks (CIDR) that may call; none admits all',
  requestsPerSecond: 'Requests a second, of each API process; further ones get 429. `null`: no limit',
  requireSignedCreation: 'Session creations need a signature like everything else',
  'watchlist.lists': 'Lists that are searched; at least one',
  'watchlist.matchThreshold': 'Higher requires a closer match',
  'watchlist.exactMatch': 'Names are compared as they are written',
  'watchlist.countries':
    "Filter, ISO 3166-1 alpha-2, merged with the person's own countries; sanctions are found whatever the country",
  'watchlist.excludeDeceased': 'Leaves out who is known to be dead',
  'watchlist.limit': 'Most hits of a result',
  'watchlist.monitoring': 'New sessions are watched after their screening',
  'watchlist.solution': '`legacy` gives the older structure',
  'watchlist.listings': 'Results name the lists of an entity',
  'watchlist.explanations': 'Hits have an explanation of their score, in rows that add up and in words',
  'watchlist.carryFalsePositives': 'A `false_positive` holds in later sessions of the same customer',
  'brazil.faceThreshold': 'Similarity from which the selfie passes',
  'brazil.nameThreshold': 'Similarity from which the name passes',
  'brazil.name_match': 'Whether the name is checked, and whether it must be given',
  'brazil.date_of_birth_match': 'The same for the birth date',
  'brazil.gender_match': 'The same for the gender',
  'brazil.drivers_license_number_match': "The same for the licence's number",
  'brazil.drivers_license_category_match': "The same for the licence's category",
  'brazil.drivers_license_is_valid': 'Whether the licence must be valid by the registry',
  'brazil.drivers_license_first_issue_match':
    'Whether the date of the first licence is checked, and must be given',
  'brazil.drivers_license_valid_from_match': 'The same for the date of issue',
  'brazil.drivers_license_valid_until_match': 'The same for the date of expiry',
  'mexico.faceThreshold': 'Similarity from which the selfie passes',
  'mexico.first_name_match': 'Whether the given names are checked',
  'mexico.father_last_name_match': "Whether the father's surname is checked",
  'mexico.mother_last_name_match': "Whether the mother's surname is checked",
  'mexico.personal_number_match': 'Whether the CURP is checked',
  'mexico.registration_year_match': 'Whether the year of registration is checked',
  'mexico.issue_year_match': 'Whether the year of issue is checked',
  'mexico.ineQuery': 'The query of the voter list is offered, with its webhook',
  'mexico.curpQuery': 'The query of the population registry is offered, with its webhook',
  'mexico.combinedQuery': 'The combined query is offered, with its webhook',
  'colombia.passAbove': 'Similarity of names above which the check approves',
  'colombia.resubmitFrom': 'Similarity from which it requests resubmission; never above `passAbove`',
  'colombia.registryName': 'Name of the registry in decisions',
};
