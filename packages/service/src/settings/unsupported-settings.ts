import { documentTypes, countryCodes } from '@countersign/contract';
import { type IntegrationSettings, InvalidSetting } from './integration-settings.ts';

/** Optional parts of an installation. */
export interface Installation {
  /** A model for presentation attacks is among the operator's model slots. */
  presentationModel: boolean;
  /** Printed text is read. */
  textEngine: boolean;
}

interface SupportRule {
  /** The setting, as in `--set`. */
  setting: string;
  /** Whether the settings promise something that would have no effect. */
  isUnsupported: (settings: IntegrationSettings, installation: Installation) => boolean;
  must: string;
}

const hasFaces = ({ identityVerification, requireSelfie }: IntegrationSettings) =>
  identityVerification && requireSelfie;
const hasDocuments = ({ identityVerification, requireDocument }: IntegrationSettings) =>
  identityVerification && requireDocument;

/** Combinations of settings that would have no effect, or not the intended one. */
const rules: readonly SupportRule[] = [
  {
    setting: 'requiredAssurance',
    isUnsupported: ({ requiredAssurance }, { presentationModel }) =>
      requiredAssurance === 'model' && !presentationModel,
    must: 'must be none or passive where VISION_MODELS holds no model of kind pad',
  },
  {
    setting: 'requiredAssurance',
    isUnsupported: (settings) => settings.requiredAssurance !== 'none' && !hasFaces(settings),
    must: 'must be none where no selfie is required',
  },
  {
    setting: 'livenessChallenge',
    isUnsupported: (settings) => settings.livenessChallenge && !hasFaces(settings),
    must: 'must be false where no selfie is required: there would be no film',
  },
  {
    setting: 'printedZone',
    isUnsupported: ({ printedZone }, { textEngine }) => printedZone === 'always' && !textEngine,
    must: 'must be auto or off where VISION_TEXT_ENGINE is off',
  },
  {
    setting: 'requireDocument',
    isUnsupported: ({ identityVerification, requireDocument, requireSelfie }) =>
      identityVerification && !requireDocument && !requireSelfie,
    must: 'must be true where no selfie is required: nothing would be verified',
  },
  {
    setting: 'requireSelfie',
    isUnsupported: (settings) =>
      settings.registry === 'BR_CPF' && settings.identityVerification && !settings.requireSelfie,
    must: 'must be true with the Brazilian check, which compares it',
  },
  {
    setting: 'duplicates',
    isUnsupported: ({ duplicates, crosslinks }) => duplicates !== 'inform' && !crosslinks,
    must: 'must be inform while crosslinks is false',
  },
  {
    setting: 'blocklist',
    isUnsupported: (settings) => settings.blocklist && !hasFaces(settings),
    must: 'must be false where no selfie is required',
  },
  {
    setting: 'minimumAge',
    isUnsupported: (settings) => settings.minimumAge !== null && !hasDocuments(settings),
    must: 'must be null where no document is required: no age would be known',
  },
  {
    setting: 'acceptedDocuments',
    isUnsupported: ({ acceptedDocuments }) => acceptedDocuments?.length === 0,
    must: 'must be null or name a type',
  },
  {
    setting: 'acceptedDocuments',
    isUnsupported: ({ acceptedDocuments }) =>
      (acceptedDocuments ?? []).some(({ type }) => !(documentTypes as readonly string[]).includes(type)),
    must: `must name types of ${documentTypes.join(', ')}`,
  },
  {
    setting: 'acceptedDocuments',
    isUnsupported: ({ acceptedDocuments }) =>
      (acceptedDocuments ?? []).some(({ country }) => country !== undefined && !countryCodes.has(country)),
    must: 'must name countries by ISO 3166-1 alpha-2 codes',
  },
  {
    setting: 'faceReviewScore',
    isUnsupported: ({ faceReviewScore, faceAcceptScore }) => faceReviewScore > faceAcceptScore,
    must: 'must not be above faceAcceptScore',
  },
  {
    setting: 'referenceReviewScore',
    isUnsupported: ({ referenceReviewScore, referenceAcceptScore }) =>
      referenceReviewScore > referenceAcceptScore,
    must: 'must not be above referenceAcceptScore',
  },
];

/**
 * Rejects settings that this installation cannot fulfil, when they are set. Stored settings stay valid: an installation that loses a model
 * must still be able to read them.
 * @param installation `null` if unknown to the caller: nothing then counts as missing
 * @throws InvalidSetting naming the first such setting, with what it must be
 * @see spec/contract.md A-135
 */
export function refuseUnsupported(settings: IntegrationSettings, installation: Installation | null): void {
  const has = installation ?? { presentationModel: true, textEngine: true };
  const unsupported = rules.find(({ isUnsupported }) => isUnsupported(settings, has));
  if (unsupported) throw new InvalidSetting(`${unsupported.setting}: ${unsupported.must}`);
}
