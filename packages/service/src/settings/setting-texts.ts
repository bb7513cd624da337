import type { IntegrationSettings, SettingGroup } from './integration-settings.ts';

type Grouped = SettingGroup | 'faceLimits';
type MemberOf<Group extends Grouped> = `${Group}.${Extract<keyof IntegrationSettings[Group], string>}`;

/** Name of a setting as used with `--set`. */
export type SettingName =
  | Exclude<keyof IntegrationSettings, Grouped>
  | { [Group in Grouped]: MemberOf<Group> }[Grouped];

/** What each setting of an integration does, for the operators' guide and in its order. */
export const settingTexts: Readonly<Record<SettingName, string>> = {
  manualReview: 'A reviewer decides doubtful cases (code 9121). Off: a doubtful check counts as failed',
  identityVerification:
    'Documents and faces are verified. Off: the integration only screens against watchlists, or only calls a registry',
  watchlistScreening: 'Every session with a name is screened against watchlists',
  registry: 'National registry that is called. `MX_INE` needs an integration without `identityVerification`',
  registryRetries:
    'If the registry does not answer, the check is retried after 20 and 40 minutes before the missing answer decides',
  validateRegistry: 'US identification numbers can be validated over the API',
  drivingLicenceData: 'Decisions carry the data of driving licences',
  ageEstimation: 'Not offered yet',
  proofOfAddress: 'Not offered yet',
  requireDocument: 'A document picture is required. Off: only the face is compared with `face-reference`',
  requireSelfie: 'A selfie is required',
  acceptedDocuments:
    'Accepted document types, each with an optional country; `null` accepts all supported documents',
  specimenDocuments: 'Documents of `UTO`, the fictitious state of ICAO specimens, are accepted too',
  declineUnsupported:
    'Documents that are not accepted lead to a decline (510) instead of a resubmission request (206)',
  declineExpired: 'Expired documents lead to a decline (511) instead of a resubmission request (207)',
  minimumAge: 'Minimum age, in years',
  requiredAssurance: 'Required evidence that a live person is present; `model` needs a model slot',
  livenessChallenge:
    'The hosted flow records head movements that the service chooses at random; always on where `requiredAssurance` is `challenge`',
  stillAlternative: 'The hosted flow offers a still picture to people who cannot or do not want to be filmed',
  handoff:
    'The hosted flow offers people at a computer to continue on their phone; `prefer` begins with that offer, `off` never makes it',
  flowInactivitySeconds:
    'Seconds without input after which the page of the hosted flow closes; nothing is lost, and one press continues. `null`: never',
  evidenceReview:
    'Strength from which a sign of a copied or altered picture makes the check doubtful; `null`: signs are only reported',
  duplicates: 'Result when the face or document was approved before for another end-user (108, 110)',
  blocklist: 'Sessions with a face that the operator has blocked are declined (127)',
  crosslinks:
    'Sessions are compared with earlier ones of the integration; face descriptors and document numbers are kept encrypted for as long as the sessions',
  crosslinkScore: 'Score from which the faces of two sessions count as the same person',
  faceAcceptScore: 'Score from which document portrait and selfie count as the same person',
  faceReviewScore:
    'Score below which they count as two people; between the two scores the result is doubtful',
  referenceAcceptScore: 'As `faceAcceptScore`, for the selfie against `face-reference`',
  referenceReviewScore: 'As `faceReviewScore`, for the selfie against `face-reference`',
  'faceLimits.compared': 'Width in pixels below which a face is not compared; default 60',
  'faceLimits.strong': 'Width in pixels below which a score counts as weak; default 80',
  'faceLimits.sharp': 'Sharpness below which a score counts as weak; default 10',
  printedZone:
    'When printed text is read: on every document; `always`: also on sides without a portrait; `zone-only`: only if MRZ and bar code leave a doubt; `off`: never',
  'declaredData.country': 'Result when the document contradicts the declared country',
  'declaredData.type': 'Result when it contradicts the declared type',
  'declaredData.number': 'Result when it contradicts the declared document number',
  'declaredData.idNumber': 'Result when it contradicts the declared `idNumber`',
  'declaredData.gender': 'Result when it contradicts the declared gender',
  requireEndUserId: 'Sessions without `endUserId` are declined (121)',
  sessionLifetimeSeconds: 'Lifetime of a session that is not submitted, in seconds',
  resubmissionWindowSeconds: 'Time to resubmit after a resubmission request, in seconds',
  'retention.sessionDays':
    'Days after its last change that an approved, declined, expired or abandoned session is deleted and erased; monitored sessions and those with undelivered webhooks stay. `null`: never',
  'retention.pictureDays':
    'Days after its last change that pictures and films of such a session are erased; decision and data stay. `null`: with the session',
  'retention.descriptorDays':
    'Days that face descriptors are kept for comparison with later sessions; at most three years',
  'retention.webhookDays':
    'Days after the end of its delivery that the body of a webhook and the answers to it are erased. `null`: with the session',
  callback: 'URL to which the hosted flow returns, unless the session has its own',
  flowUrl:
    'Scheme and authority of the session links of this integration, such as `https://verify.example.com`; its domain must point to this installation. `null`: the address of the installation',
  'branding.name': 'Company name in the hosted flow; `null`: the name of the integration',
  'branding.logo':
    'Logo in place of the name; set by `--logo FILE` with a PNG of at most 128 KiB, 16 to 1,024 pixels wide and 16 to 512 high. `null`: none',
  'branding.radius': 'Radius of corners in the hosted flow, in pixels',
  'branding.textSize': 'Text size in the hosted flow',
  'branding.spacing': 'Spacing around texts and fields in the hosted flow',
  'branding.light':
    'Colours of the hosted flow in light mode. Text needs a contrast of 4.5:1 to its background; otherwise the error suggests the nearest colour that has it. `null`: the default colours of the flow',
  'branding.dark': 'The same for dark mode',
  'branding.texts':
    'Texts in the hosted flow by language: `coBrand` on the first screen, `nextStep` on the last ones, `help` on the help screen',
  'branding.draftTexts':
    'Languages whose texts are drafts: the preview in the portal shows them, the hosted flow does not',
  'branding.languages': 'Languages that the hosted flow offers',
  'branding.defaultLanguage':
    'Language of the hosted flow for people whose languages are not offered; one of `branding.languages`',
  granularReasonCodes: 'Decisions carry the finer reason codes',
  riskLabels: 'Decisions carry risk labels',
  riskScore: 'Decisions carry a risk score',
  extendedData: 'Decisions carry extended data of the document',
  fullAuto: 'Full-auto decisions are offered; decision and event webhooks are not sent',
  fourEyes:
    'In the portal, review decisions, true matches and their reversal need two people: one proposes, another confirms',
  secondApprover:
    'Changes of settings of this integration need two operators: one proposes, another approves; see `integration propose`',
  deletion: '`DELETE /sessions/{sessionId}` is offered',
  fraudReports: 'Sessions can be reported as fraud over the feedback API',
  origins: 'Browser origins that may create sessions and frame the flow; `*` admits every one',
  allowedAddresses: 'Addresses or networks (CIDR) from which calls are accepted; empty accepts all',
  requestsPerSecond: 'Requests per second and API process; further ones get 429. `null`: no limit',
  requireSignedCreation: 'Requests that create sessions need a signature, like all others',
  'watchlist.lists': 'List types that are searched; at least one',
  'watchlist.matchThreshold': 'Lowest score of a hit; a higher value requires a closer match',
  'watchlist.exactMatch': 'Only names with the same spelling match',
  'watchlist.countries':
    "Filter, ISO 3166-1 alpha-2, merged with the person's own countries; sanctions are found for every country",
  'watchlist.excludeDeceased': 'Omits people who are listed as deceased',
  'watchlist.limit': 'Largest number of hits in a result',
  'watchlist.monitoring': 'New sessions are monitored after their screening',
  'watchlist.solution': '`legacy` returns the older structure',
  'watchlist.listings': 'Results contain the listings of an entity',
  'watchlist.explanations': 'Hits contain an explanation of their score, as rows that add up and as text',
  'watchlist.carryFalsePositives': 'A `false_positive` also applies to later sessions of the same customer',
  'brazil.faceThreshold': 'Similarity from which the selfie passes',
  'brazil.nameThreshold': 'Similarity from which the name passes',
  'brazil.name_match': 'Whether the name is checked, and whether it must be given',
  'brazil.date_of_birth_match': 'The same for the birth date',
  'brazil.gender_match': 'The same for the gender',
  'brazil.drivers_license_number_match': "The same for the licence's number",
  'brazil.drivers_license_category_match': "The same for the licence's category",
  'brazil.drivers_license_is_valid': 'Whether the licence must be valid according to the registry',
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
