import { documentTypes, countryCodes } from '@countersign/contract';
import { type IntegrationSettings, InvalidSetting } from './integration-settings.ts';

/** What an installation has beside the service itself. */
export interface Installation {
  /** A network for presentation attacks is among the operator's model slots. */
  presentationModel: boolean;
  /** Printed text is read. */
  textEngine: boolean;
}

interface Promised {
  /** The setting, as `--set` takes it. */
  setting: string;
  /** Whether the settings promise what nothing would do. */
  isUnkept: (settings: IntegrationSettings, installation: Installation) => boolean;
  must: string;
}

const hasFaces = ({ identityVerification, requireSelfie }: IntegrationSettings) =>
  identityVerification && requireSelfie;
const hasDocuments = ({ identityVerification, requireDocument }: IntegrationSettings) =>
  identityVerification && requireDocument;

/** Settings that would be taken for granted and never come true. */
const promises: readonly Promised[] = [
  {
    setting: 'requiredAssurance',
    isUnkept: ({ requiredAssurance }, { presentationModel }) =>
      requiredAssurance === 'model' && !presentationModel,
    must: 'must be none or passive where VISION_MODELS holds no model of kind pad',
  },
  {
    setting: 'requiredAssurance',
    isUnkept: (settings) => settings.requiredAssurance !== 'none' && !hasFaces(settings),
    must: 'must be none where no selfie is required',
  },
  {
    setting: 'livenessChallenge',
    isUnkept: (settings) => settings.livenessChallenge && !hasFaces(settings),
    must: 'must be false where no selfie is required: nobody would be filmed',
  },
  {
    setting: 'printedZone',
    isUnkept: ({ printedZone }, { textEngine }) => printedZone === 'always' && !textEngine,
    must: 'must be auto or off where VISION_TEXT_ENGINE is off',
  },
  {
    setting: 'requireDocument',
    isUnkept: ({ identityVerification, requireDocument, requireSelfie }) =>
      identityVerification && !requireDocument && !requireSelfie,
    must: 'must be true where no selfie is required: nothing would be verified',
  },
  {
    setting: 'requireSelfie',
    isUnkept: (settings) =>
      settings.registry === 'BR_CPF' && settings.identityVerification && !settings.requireSelfie,
    must: 'must be true with the Brazilian check, which compares it',
  },
  {
    setting: 'duplicates',
    isUnkept: ({ duplicates, crosslinks }) => duplicates !== 'inform' && !crosslinks,
    must: 'must be inform while crosslinks is false',
  },
  {
    setting: 'blocklist',
    isUnkept: (settings) => settings.blocklist && !hasFaces(settings),
    must: 'must be false where no selfie is required',
  },
  {
    setting: 'minimumAge',
    isUnkept: (settings) => settings.minimumAge !== null && !hasDocuments(settings),
    must: 'must be null where no document is required: nobody’s age would be known',
  },
  {
    setting: 'acceptedDocuments',
    isUnkept: ({ acceptedDocuments }) => acceptedDocuments?.length === 0,
    must: 'must be null or name a type',
  },
  {
    setting: 'acceptedDocuments',
    isUnkept: ({ acceptedDocuments }) =>
      (acceptedDocuments ?? []).some(({ type }) => !(documentTypes as readonly string[]).includes(type)),
    must: `must name types of ${documentTypes.join(', ')}`,
  },
  {
    setting: 'acceptedDocuments',
    isUnkept: ({ acceptedDocuments }) =>
      (acceptedDocuments ?? []).some(({ country }) => country !== undefined && !countryCodes.has(country)),
    must: 'must name countries by ISO 3166-1 alpha-2 codes',
  },
  {
    setting: 'faceReviewScore',
    isUnkept: ({ faceReviewScore, faceAcceptScore }) => faceReviewScore > faceAcceptScore,
    must: 'must not be above faceAcceptScore',
  },
  {
    setting: 'referenceReviewScore',
    isUnkept: ({ referenceReviewScore, referenceAcceptScore }) => referenceReviewScore > referenceAcceptScore,
    must: 'must not be above referenceAcceptScore',
  },
];

/**
 * Refuses settings that this installation cannot keep, when they are set. Stored ones stay in force whatever they are: an installation
 * that loses a model must go on reading them.
 * @param installation `null` where the caller cannot tell what it has: everything
 * @throws InvalidSetting naming the first such setting, with what it must be
 * @see spec/contract.md A-135
 */
export function refuseUnkept(settings: IntegrationSettings, installation: Installation | null): void {
  const has = installation ?? { presentationModel: true, textEngine: true };
  const unkept = promises.find(({ isUnkept }) => isUnkept(settings, has));
  if (unkept) throw new InvalidSetting(`${unkept.setting}: ${unkept.must}`);
}
