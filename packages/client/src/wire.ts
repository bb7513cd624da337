// Written by `npm run client-types` from the schemas of packages/contract. Do not edit.

export interface CreateSessionRequest {
  verification: {
    callback?: string | null | undefined;
    vendorData?: string | null | undefined;
    endUserId?: string | null | undefined;
    person?:
      | {
          firstName?: string | null | undefined;
          lastName?: string | null | undefined;
          secondLastName?: string | null | undefined;
          fullName?: string | null | undefined;
          idNumber?: string | null | undefined;
          gender?: 'M' | 'MALE' | 'F' | 'FEMALE' | null | undefined;
          dateOfBirth?: string | null | undefined;
          phoneNumber?: string | null | undefined;
          email?: string | null | undefined;
          maritalStatus?: 'single' | 'married' | 'divorced' | 'widowed' | null | undefined;
          isDeceased?: boolean | null | undefined;
        }
      | null
      | undefined;
    document?:
      | {
          number?: string | null | undefined;
          country?: string | null | undefined;
          type?: 'PASSPORT' | 'ID_CARD' | 'RESIDENCE_PERMIT' | 'DRIVERS_LICENSE' | 'VISA' | null | undefined;
          idCardType?: string | null | undefined;
          firstIssue?: string | null | undefined;
          validFrom?: string | null | undefined;
          validUntil?: string | null | undefined;
          registrationNumber?: string | null | undefined;
          category?: 'A' | 'B' | 'C' | 'D' | 'E' | 'AB' | 'AC' | 'AD' | 'AE' | 'ACC' | null | undefined;
        }
      | null
      | undefined;
    address?:
      | {
          country?: string | null | undefined;
          fullAddress?: string | null | undefined;
          street?: string | null | undefined;
          houseNumber?: string | null | undefined;
          postcode?: string | null | undefined;
        }
      | null
      | undefined;
    proofOfAddress?:
      | {
          acceptableTypes?:
            | {
                name:
                  | 'BANK_STATEMENT'
                  | 'CAR_INSURANCE_POLICY'
                  | 'CERTIFICATE_OF_NON-TAXATION'
                  | 'CERTIFICATE_OF_RESIDENCE'
                  | 'COUNCIL_OR_HOUSING_ASSOCIATION_DOCUMENTATION'
                  | 'CREDIT_CARD_BILL'
                  | 'ELECTORAL_REGISTER_ENTRY'
                  | 'ELECTRICITY_BILL'
                  | 'GAS_BILL'
                  | 'GOVERNMENT_ISSUED_LETTER'
                  | 'HEALTH_INSURANCE_CARD'
                  | 'HOME_INSURANCE_POLICY'
                  | 'INSURANCE_BILL'
                  | 'INSURANCE_LETTER'
                  | 'LANDLORD_LETTER'
                  | 'LEASE_AGREEMENT'
                  | 'LEASE_BILL'
                  | 'LOAN_STATEMENT'
                  | 'MOBILE_BILL'
                  | 'MORTGAGE_STATEMENT'
                  | 'OFFICIAL_CORRESPONDENCE'
                  | 'PENSION_STATEMENT'
                  | 'PHONE_BILL'
                  | 'PROOF_OF_BANK_ACCOUNT'
                  | 'PROOF_OF_HOUSING_TAX'
                  | 'RENT_BILL'
                  | 'RENT_RECEIPT'
                  | 'RENTAL_AGREEMENT'
                  | 'RENTAL_CONTRACT'
                  | 'RESIDENCE_PERMIT'
                  | 'RESIDENCE_REGISTRATION'
                  | 'SOCIAL_INSURANCE_DOCUMENT'
                  | 'SOLICITORS_LETTER'
                  | 'TAX_ASSESSMENT'
                  | 'TAX_BILL'
                  | 'TAX_DOCUMENT'
                  | 'VEHICLE_REGISTRATION'
                  | 'WATER_BILL';
              }[]
            | null
            | undefined;
        }
      | null
      | undefined;
    consents?:
      | {
          type: 'ine' | 'bipa' | 'aadhaar';
          approved?: boolean | null | undefined;
        }[]
      | null
      | undefined;
  };
}

export interface UploadMediaRequest {
  image: {
    context:
      | 'face'
      | 'face-reference'
      | 'document-front'
      | 'document-back'
      | 'document-front-qrcode'
      | 'document-back-qrcode'
      | 'document-back-barcode'
      | 'document-front-with-signature'
      | 'generic-document-front'
      | 'face-pre'
      | 'document-front-pre'
      | 'document-back-pre'
      | 'document-front-qrcode-pre'
      | 'document-back-qrcode-pre'
      | 'document-back-barcode-pre'
      | 'document-front-with-signature-pre';
    /** A data URI with base64 content, or base64 alone: JPEG, PNG or WebP. */
    content: string;
    timestamp?: string | null | undefined;
  };
}

export interface CollectedDataRequest {
  providerName: string;
  person?:
    | {
        email?: string | null | undefined;
        phoneNumber?: string | null | undefined;
      }
    | null
    | undefined;
  network: {
    ip: {
      addressV4?: string | null | undefined;
      addressV6?: string | null | undefined;
    };
    mobileCarrier?: string | null | undefined;
    ssid?: string | null | undefined;
    hostname?: string | null | undefined;
    location?: Record<string, unknown> | null | undefined;
    asn?:
      | {
          number?: number | null | undefined;
          organization?: string | null | undefined;
        }
      | null
      | undefined;
  };
  device: {
    fingerprint: string;
    androidId?: string | null | undefined;
    idfv?: string | null | undefined;
    model?: string | null | undefined;
    vendor?: string | null | undefined;
    type?: string | null | undefined;
  };
  browser?:
    | {
        acceptLanguage?: string | null | undefined;
        userAgent?: string | null | undefined;
        timezoneOffset?: number | null | undefined;
      }
    | null
    | undefined;
}

export interface SubmitSessionRequest {
  verification: {
    status: 'submitted';
    id?: string | null | undefined;
  };
}

export type WatchlistPatchRequest =
  | {
      hit: {
        id: string;
        matchStatus: 'false_positive' | 'potential_match' | 'true_match' | 'inconclusive';
        riskLevel?: 'low' | 'high' | null | undefined;
      };
    }
  | {
      hasUnacknowledgedChanges: false;
    }
  | {
      monitorStatus: 'disabled';
    };

export interface ValidateRegistryRequest {
  verification: {
    callback?: string | null | undefined;
    vendorData?: string | null | undefined;
    endUserId?: string | null | undefined;
    person?:
      | {
          firstName?: string | null | undefined;
          lastName?: string | null | undefined;
          secondLastName?: string | null | undefined;
          fullName?: string | null | undefined;
          idNumber?: string | null | undefined;
          gender?: 'M' | 'MALE' | 'F' | 'FEMALE' | null | undefined;
          dateOfBirth?: string | null | undefined;
          phoneNumber?: string | null | undefined;
          email?: string | null | undefined;
          maritalStatus?: 'single' | 'married' | 'divorced' | 'widowed' | null | undefined;
          isDeceased?: boolean | null | undefined;
        }
      | null
      | undefined;
    document?:
      | {
          number?: string | null | undefined;
          country?: string | null | undefined;
          type?: 'PASSPORT' | 'ID_CARD' | 'RESIDENCE_PERMIT' | 'DRIVERS_LICENSE' | 'VISA' | null | undefined;
          idCardType?: string | null | undefined;
          firstIssue?: string | null | undefined;
          validFrom?: string | null | undefined;
          validUntil?: string | null | undefined;
          registrationNumber?: string | null | undefined;
          category?: 'A' | 'B' | 'C' | 'D' | 'E' | 'AB' | 'AC' | 'AD' | 'AE' | 'ACC' | null | undefined;
        }
      | null
      | undefined;
    address?:
      | {
          country?: string | null | undefined;
          fullAddress?: string | null | undefined;
          street?: string | null | undefined;
          houseNumber?: string | null | undefined;
          postcode?: string | null | undefined;
        }
      | null
      | undefined;
    proofOfAddress?:
      | {
          acceptableTypes?:
            | {
                name:
                  | 'BANK_STATEMENT'
                  | 'CAR_INSURANCE_POLICY'
                  | 'CERTIFICATE_OF_NON-TAXATION'
                  | 'CERTIFICATE_OF_RESIDENCE'
                  | 'COUNCIL_OR_HOUSING_ASSOCIATION_DOCUMENTATION'
                  | 'CREDIT_CARD_BILL'
                  | 'ELECTORAL_REGISTER_ENTRY'
                  | 'ELECTRICITY_BILL'
                  | 'GAS_BILL'
                  | 'GOVERNMENT_ISSUED_LETTER'
                  | 'HEALTH_INSURANCE_CARD'
                  | 'HOME_INSURANCE_POLICY'
                  | 'INSURANCE_BILL'
                  | 'INSURANCE_LETTER'
                  | 'LANDLORD_LETTER'
                  | 'LEASE_AGREEMENT'
                  | 'LEASE_BILL'
                  | 'LOAN_STATEMENT'
                  | 'MOBILE_BILL'
                  | 'MORTGAGE_STATEMENT'
                  | 'OFFICIAL_CORRESPONDENCE'
                  | 'PENSION_STATEMENT'
                  | 'PHONE_BILL'
                  | 'PROOF_OF_BANK_ACCOUNT'
                  | 'PROOF_OF_HOUSING_TAX'
                  | 'RENT_BILL'
                  | 'RENT_RECEIPT'
                  | 'RENTAL_AGREEMENT'
                  | 'RENTAL_CONTRACT'
                  | 'RESIDENCE_PERMIT'
                  | 'RESIDENCE_REGISTRATION'
                  | 'SOCIAL_INSURANCE_DOCUMENT'
                  | 'SOLICITORS_LETTER'
                  | 'TAX_ASSESSMENT'
                  | 'TAX_BILL'
                  | 'TAX_DOCUMENT'
                  | 'VEHICLE_REGISTRATION'
                  | 'WATER_BILL';
              }[]
            | null
            | undefined;
        }
      | null
      | undefined;
    consents?:
      | {
          type: 'ine' | 'bipa' | 'aadhaar';
          approved?: boolean | null | undefined;
        }[]
      | null
      | undefined;
  };
}

export interface FraudReportRequest {
  reports: {
    sessionId: string;
    categories: string[];
    comment?: string | null | undefined;
  }[];
}

export interface RetrieveFraudReportsRequest {
  sessionIds: string[];
}

export interface SessionBody {
  status: 'success';
  verification: {
    id: string;
    url: string;
    vendorData: string | null;
    endUserId: string | null;
    host: string;
    status: 'created' | 'submitted' | (string & {});
    sessionToken: string;
  };
}

export interface DeletionBody {
  status: 'success';
  verification: {
    id: string;
  };
}

export interface MediaBody {
  status: 'success';
  image: {
    context:
      | 'face'
      | 'face-reference'
      | 'document-front'
      | 'document-back'
      | 'document-front-qrcode'
      | 'document-back-qrcode'
      | 'document-back-barcode'
      | 'document-front-with-signature'
      | 'generic-document-front'
      | 'face-pre'
      | 'document-front-pre'
      | 'document-back-pre'
      | 'document-front-qrcode-pre'
      | 'document-back-qrcode-pre'
      | 'document-back-barcode-pre'
      | 'document-front-with-signature-pre'
      | 'document-and-face'
      | 'address-front'
      | 'document-and-face-pre'
      | 'face-cropped'
      | 'document-front-face-cropped'
      | 'face-nfc'
      | 'registry-face'
      | 'selfid_video'
      | 'face-pre-video'
      | 'document-front-pre-video'
      | 'document-back-pre-video'
      | 'document-and-face-pre-video'
      | 'document-back-barcode-pre-video'
      | (string & {});
    id: string;
    name: string;
    timestamp: null;
    size: number;
    mimetype: 'image/jpeg' | 'image/png' | 'image/webp' | (string & {});
    url: string;
    sessionId: string;
  };
}

export interface MediaListBody {
  status: 'success';
  images: {
    id: string;
    name: string;
    context:
      | 'face'
      | 'face-reference'
      | 'document-front'
      | 'document-back'
      | 'document-front-qrcode'
      | 'document-back-qrcode'
      | 'document-back-barcode'
      | 'document-front-with-signature'
      | 'generic-document-front'
      | 'face-pre'
      | 'document-front-pre'
      | 'document-back-pre'
      | 'document-front-qrcode-pre'
      | 'document-back-qrcode-pre'
      | 'document-back-barcode-pre'
      | 'document-front-with-signature-pre'
      | 'document-and-face'
      | 'address-front'
      | 'document-and-face-pre'
      | 'face-cropped'
      | 'document-front-face-cropped'
      | 'face-nfc'
      | 'registry-face'
      | 'selfid_video'
      | 'face-pre-video'
      | 'document-front-pre-video'
      | 'document-back-pre-video'
      | 'document-and-face-pre-video'
      | 'document-back-barcode-pre-video'
      | (string & {});
    timestamp: null;
    size: number;
    mimetype: 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4' | (string & {});
    url: string;
    sessionId: string;
  }[];
  videos: {
    id: string;
    name: string;
    context:
      | 'face'
      | 'face-reference'
      | 'document-front'
      | 'document-back'
      | 'document-front-qrcode'
      | 'document-back-qrcode'
      | 'document-back-barcode'
      | 'document-front-with-signature'
      | 'generic-document-front'
      | 'face-pre'
      | 'document-front-pre'
      | 'document-back-pre'
      | 'document-front-qrcode-pre'
      | 'document-back-qrcode-pre'
      | 'document-back-barcode-pre'
      | 'document-front-with-signature-pre'
      | 'document-and-face'
      | 'address-front'
      | 'document-and-face-pre'
      | 'face-cropped'
      | 'document-front-face-cropped'
      | 'face-nfc'
      | 'registry-face'
      | 'selfid_video'
      | 'face-pre-video'
      | 'document-front-pre-video'
      | 'document-back-pre-video'
      | 'document-and-face-pre-video'
      | 'document-back-barcode-pre-video'
      | (string & {});
    timestamp: null;
    size: number;
    mimetype: 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4' | (string & {});
    url: string;
    sessionId: string;
    duration: string;
  }[];
  nfcDocuments: unknown[];
}

export interface AttemptListBody {
  status: 'success';
  verifications: {
    id: string;
    status:
      | 'created'
      | 'started'
      | 'submitted'
      | 'review'
      | 'approved'
      | 'declined'
      | 'resubmission_requested'
      | 'expired'
      | 'abandoned'
      | (string & {});
    createdTime: string;
    userDefinedData?: UserDefinedData[];
  }[];
}

export interface UserDefinedData {
  status: string;
  statusCode: string;
  reason: string | null;
  reasonCode: string | null;
  createdAt: string;
}

export interface CollectedDataBody {
  status: 'success';
  data: {
    sessionId: string;
    attemptId: string;
  };
}

export interface DecisionBody {
  status: 'success';
  verification: DecisionVerification | null;
  technicalData: {
    ip: string | null;
  };
}

export interface DecisionVerification {
  id: string;
  attemptId: string;
  vendorData: string | null;
  endUserId: string | null;
  status:
    'approved' | 'declined' | 'resubmission_requested' | 'expired' | 'abandoned' | 'review' | (string & {});
  code: 9001 | 9102 | 9103 | 9104 | 9121 | (number & {});
  reason: string | null;
  reasonCode: number | null;
  decisionTime: string | null;
  acceptanceTime: string;
  submissionTime: string | null;
  person: DecisionPerson;
  document: DecisionDocument;
  registryValidations?: {
    BR_CPF?: BrazilResult;
    MX_INE?: MexicoResult;
  };
  additionalVerifiedData: AdditionalVerifiedData;
  comments: unknown[];
  riskScore?: {
    score: number;
  } | null;
  riskLabels?: RiskLabel[];
}

export interface DecisionPerson {
  firstName: string | null;
  lastName: string | null;
  citizenship: null;
  idNumber: string | null;
  gender: 'M' | 'F' | (string & {}) | null;
  dateOfBirth: string | null;
  yearOfBirth: string | null;
  placeOfBirth: string | null;
  nationality: string | null;
  pepSanctionMatch: null;
  fullName?: string | null;
  addresses?: {
    fullAddress: string;
    parsedAddress?: {
      street: string | null;
      houseNumber: string | null;
      unit: string | null;
      city: string | null;
      state: string | null;
      postcode: string | null;
      country: string | null;
    };
  }[];
  extraNames?: string | null;
  title?: string | null;
  occupation?: string | null;
  employer?: string | null;
  foreignerStatus?: string | null;
  eyeColor?: string | null;
  hairColor?: string | null;
  height?: string | null;
  weight?: string | null;
  electorNumber?: string | null;
  ifeIdentifier?: string | null;
  ineIdentifier?: string | null;
}

export interface DecisionDocument {
  number: string | null;
  type:
    'PASSPORT' | 'ID_CARD' | 'RESIDENCE_PERMIT' | 'DRIVERS_LICENSE' | 'VISA' | 'OTHER' | (string & {}) | null;
  country: string | null;
  state: string | null;
  validFrom: string | null;
  validUntil: string | null;
  firstIssue?: string | null;
  placeOfIssue?: string | null;
  issuedBy?: string | null;
  issueNumber?: string | null;
  remarks?: string | null;
  residencePermitType?: string | null;
  nfcValidated?: boolean | null;
  portraitIsVisible?: boolean | null;
  signatureIsVisible?: boolean | null;
  specimen?: DocumentSpecimen | null;
}

export interface DocumentSpecimen {
  containsContactlessChip: boolean | null;
  firstIssuedDate: string | null;
  lastIssuedDate: string | null;
  nistVersion: string | null;
  digitalDocument: boolean | null;
  nonStandardDrivingLicense: boolean | null;
  militaryDocument: boolean | null;
  temporaryEmergencyDocument: boolean | null;
  asylumRefugeeDocument: boolean | null;
  ICAOStandardizedDocument: boolean | null;
  notNationalIdCard: boolean | null;
  legalStatus: 'primary' | 'secondary' | 'tertiary' | (string & {}) | null;
  hasSecurityRisk: boolean | null;
}

export interface AdditionalVerifiedData {
  driversLicenseNumber?: string | null;
  driversLicenseCategory?: {
    [member: string]: boolean;
  } | null;
  driversLicenseCategoryFrom?: {
    [member: string]: string | null;
  } | null;
  driversLicenseCategoryUntil?: {
    [member: string]: string | null;
  } | null;
  driversLicenseCategories?: string[] | null;
  processNumber?: string | null;
  estimatedAge?: number | null;
  estimatedGender?: number | null;
  registryValidation?: ColombiaResult;
  proofOfAddress?: {
    nameMatch: boolean | null;
    nameMatchPercentage: number | null;
    documentType:
      | 'BANK_STATEMENT'
      | 'CAR_INSURANCE_POLICY'
      | 'CERTIFICATE_OF_NON-TAXATION'
      | 'CERTIFICATE_OF_RESIDENCE'
      | 'COUNCIL_OR_HOUSING_ASSOCIATION_DOCUMENTATION'
      | 'CREDIT_CARD_BILL'
      | 'ELECTORAL_REGISTER_ENTRY'
      | 'ELECTRICITY_BILL'
      | 'GAS_BILL'
      | 'GOVERNMENT_ISSUED_LETTER'
      | 'HEALTH_INSURANCE_CARD'
      | 'HOME_INSURANCE_POLICY'
      | 'INSURANCE_BILL'
      | 'INSURANCE_LETTER'
      | 'LANDLORD_LETTER'
      | 'LEASE_AGREEMENT'
      | 'LEASE_BILL'
      | 'LOAN_STATEMENT'
      | 'MOBILE_BILL'
      | 'MORTGAGE_STATEMENT'
      | 'OFFICIAL_CORRESPONDENCE'
      | 'PENSION_STATEMENT'
      | 'PHONE_BILL'
      | 'PROOF_OF_BANK_ACCOUNT'
      | 'PROOF_OF_HOUSING_TAX'
      | 'RENT_BILL'
      | 'RENT_RECEIPT'
      | 'RENTAL_AGREEMENT'
      | 'RENTAL_CONTRACT'
      | 'RESIDENCE_PERMIT'
      | 'RESIDENCE_REGISTRATION'
      | 'SOCIAL_INSURANCE_DOCUMENT'
      | 'SOLICITORS_LETTER'
      | 'TAX_ASSESSMENT'
      | 'TAX_BILL'
      | 'TAX_DOCUMENT'
      | 'VEHICLE_REGISTRATION'
      | 'WATER_BILL'
      | (string & {})
      | null;
  } | null;
  validationResults?: {
    registryName: string;
    firstName: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    lastName: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    dateOfBirth: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    address: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    city: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    state: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    zip: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    idNumber: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
  }[];
}

export interface RiskLabel {
  label: string;
  category: string;
  sessionIds: string[];
}

export interface BrazilResult {
  status: 'success' | 'failure' | 'error' | (string & {});
  data: null;
  validations: {
    person_registered?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
    selfie_registry_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
    name_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
    date_of_birth_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
    gender_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
    drivers_license_number_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
    drivers_license_category_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
    drivers_license_is_valid?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
    drivers_license_first_issue_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
    drivers_license_valid_from_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
    drivers_license_valid_until_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'input_invalid'
        | 'input_not_provided'
        | 'output_not_received'
        | 'person_not_found'
        | 'registry_unavailable'
        | 'selfie_mismatch'
        | 'technical_issues'
        | 'value_mismatch'
        | (string & {})
        | null;
    };
  } | null;
  error: {
    code: 'registry_error';
    message: 'registry_unavailable' | 'technical_issues' | (string & {});
  } | null;
  timestamp: string | null;
}

export interface MexicoResult {
  status: 'success' | 'failure' | 'error' | (string & {});
  data: null;
  validations: {
    consent_obtained?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'PERSON_NOT_FOUND'
        | 'SELFIE_MISMATCH'
        | 'VALUE_MISMATCH'
        | 'INPUT_NOT_PROVIDED'
        | 'REGISTRY_UNAVAILABLE'
        | 'TECHNICAL_ISSUES'
        | 'OUTPUT_NOT_RECEIVED'
        | (string & {})
        | null;
    };
    person_registered?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'PERSON_NOT_FOUND'
        | 'SELFIE_MISMATCH'
        | 'VALUE_MISMATCH'
        | 'INPUT_NOT_PROVIDED'
        | 'REGISTRY_UNAVAILABLE'
        | 'TECHNICAL_ISSUES'
        | 'OUTPUT_NOT_RECEIVED'
        | (string & {})
        | null;
    };
    selfie_registry_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'PERSON_NOT_FOUND'
        | 'SELFIE_MISMATCH'
        | 'VALUE_MISMATCH'
        | 'INPUT_NOT_PROVIDED'
        | 'REGISTRY_UNAVAILABLE'
        | 'TECHNICAL_ISSUES'
        | 'OUTPUT_NOT_RECEIVED'
        | (string & {})
        | null;
    };
    not_reported_lost_or_stolen?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'PERSON_NOT_FOUND'
        | 'SELFIE_MISMATCH'
        | 'VALUE_MISMATCH'
        | 'INPUT_NOT_PROVIDED'
        | 'REGISTRY_UNAVAILABLE'
        | 'TECHNICAL_ISSUES'
        | 'OUTPUT_NOT_RECEIVED'
        | (string & {})
        | null;
    };
    first_name_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'PERSON_NOT_FOUND'
        | 'SELFIE_MISMATCH'
        | 'VALUE_MISMATCH'
        | 'INPUT_NOT_PROVIDED'
        | 'REGISTRY_UNAVAILABLE'
        | 'TECHNICAL_ISSUES'
        | 'OUTPUT_NOT_RECEIVED'
        | (string & {})
        | null;
    };
    father_last_name_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'PERSON_NOT_FOUND'
        | 'SELFIE_MISMATCH'
        | 'VALUE_MISMATCH'
        | 'INPUT_NOT_PROVIDED'
        | 'REGISTRY_UNAVAILABLE'
        | 'TECHNICAL_ISSUES'
        | 'OUTPUT_NOT_RECEIVED'
        | (string & {})
        | null;
    };
    mother_last_name_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'PERSON_NOT_FOUND'
        | 'SELFIE_MISMATCH'
        | 'VALUE_MISMATCH'
        | 'INPUT_NOT_PROVIDED'
        | 'REGISTRY_UNAVAILABLE'
        | 'TECHNICAL_ISSUES'
        | 'OUTPUT_NOT_RECEIVED'
        | (string & {})
        | null;
    };
    personal_number_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'PERSON_NOT_FOUND'
        | 'SELFIE_MISMATCH'
        | 'VALUE_MISMATCH'
        | 'INPUT_NOT_PROVIDED'
        | 'REGISTRY_UNAVAILABLE'
        | 'TECHNICAL_ISSUES'
        | 'OUTPUT_NOT_RECEIVED'
        | (string & {})
        | null;
    };
    registration_year_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'PERSON_NOT_FOUND'
        | 'SELFIE_MISMATCH'
        | 'VALUE_MISMATCH'
        | 'INPUT_NOT_PROVIDED'
        | 'REGISTRY_UNAVAILABLE'
        | 'TECHNICAL_ISSUES'
        | 'OUTPUT_NOT_RECEIVED'
        | (string & {})
        | null;
    };
    issue_year_match?: {
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      reason:
        | 'PERSON_NOT_FOUND'
        | 'SELFIE_MISMATCH'
        | 'VALUE_MISMATCH'
        | 'INPUT_NOT_PROVIDED'
        | 'REGISTRY_UNAVAILABLE'
        | 'TECHNICAL_ISSUES'
        | 'OUTPUT_NOT_RECEIVED'
        | (string & {})
        | null;
    };
  } | null;
  error: {
    code: 'registry_error';
    message: 'REGISTRY_UNAVAILABLE' | 'TECHNICAL_ISSUES' | (string & {});
  } | null;
  timestamp: string | null;
}

export interface ColombiaResult {
  countryRegistry: 'CO' | null;
  registryName: string | null;
  fullNameSimilarity: number | null;
  documentValid: boolean | null;
  personIsAlive: boolean | null;
  error?: 'Unable to get response from registry'[];
}

export interface IneRegistryBody {
  active: boolean;
  documentState: string;
}

export interface CurpRegistryBody {
  statusCurp:
    | 'AN'
    | 'AH'
    | 'CRA'
    | 'CU'
    | 'RCN'
    | 'RCC'
    | 'BD'
    | 'BDA'
    | 'BCC'
    | 'BCN'
    | 'BAP'
    | 'BSU'
    | 'BJD'
    | 'BDP'
    | (string & {})
    | null;
  curp: string | null;
}

export interface CombinedRegistryBody {
  data: CombinedRegistryData;
}

export interface CombinedRegistryData {
  ine: {
    active: boolean;
    status: 'vigente' | 'no_vigente' | 'no_encontrado' | (string & {});
    information: string;
    electorKey: string | null;
    federalDistrict: string | null;
    ocr: string | null;
    registrationYear: string | null;
    issueYear: string | null;
    validUntil: string | null;
    ineIdentifier?: string | null;
    ifeIdentifier?: string | null;
  };
  curp: {
    curp: string | null;
    statusCurp:
      | 'AN'
      | 'AH'
      | 'CRA'
      | 'CU'
      | 'RCN'
      | 'RCC'
      | 'BD'
      | 'BDA'
      | 'BCC'
      | 'BCN'
      | 'BAP'
      | 'BSU'
      | 'BJD'
      | 'BDP'
      | (string & {})
      | null;
    names: string | null;
    paternalSurname: string | null;
    maternalSurname: string | null;
    gender: 'M' | 'F' | (string & {}) | null;
    dateOfBirth: string | null;
    birthRegion: string | null;
    documentEvidence: {
      book: string | null;
      sheet: string | null;
      volume: string | null;
      actNumber: string | null;
    };
  };
}

export interface WatchlistBody {
  status: 'success';
  data: WatchlistResult | LegacyWatchlistResult;
}

export interface WatchlistResult {
  checkType: 'initial_result' | 'updated_result' | (string & {});
  attemptId: string;
  sessionId: string;
  vendorData: string | null;
  endUserId: string | null;
  reviewStatus: 'no_match' | 'potential_match' | 'reviewed' | (string & {});
  matchStatus: 'possible_match' | 'no_match' | (string & {});
  hasUnacknowledgedChanges: boolean;
  monitorStatus: 'enabled' | 'disabled' | '' | (string & {});
  searchTerm: {
    name: string;
    year: string;
    lists: (
      | 'SANCTIONS'
      | 'PEP_CLASS_1'
      | 'PEP_CLASS_2'
      | 'PEP_CLASS_3'
      | 'PEP_CLASS_4'
      | 'ADVERSE_MEDIA'
      | 'FITNESS_PROBITY'
      | 'WARNINGS'
      | (string & {})
    )[];
    countries: string[];
    exactMatch: boolean;
    matchThreshold: number;
    excludeDeceased: boolean;
  };
  totalHits: number;
  createdAt: string;
  hits: WatchlistHit[];
}

export interface LegacyWatchlistResult {
  checkType: 'initial_result' | 'updated_result' | (string & {});
  attemptId: string;
  sessionId: string;
  vendorData: string | null;
  endUserId: string | null;
  matchStatus: 'possible_match' | 'no_match' | (string & {});
  monitorStatus: 'enabled' | 'disabled' | '' | (string & {});
  searchTerm: {
    name: string;
    year: string;
    lists: (
      | 'SANCTIONS'
      | 'PEP_CLASS_1'
      | 'PEP_CLASS_2'
      | 'PEP_CLASS_3'
      | 'PEP_CLASS_4'
      | 'ADVERSE_MEDIA'
      | 'FITNESS_PROBITY'
      | 'WARNINGS'
      | (string & {})
    )[];
  };
  totalHits: number;
  createdAt: string;
  hits: {
    matchedName: string;
    countries: string[];
    dateOfBirth: string;
    dateOfDeath: string | null;
    matchTypes: (
      | 'name_exact'
      | 'aka_exact'
      | 'equivalent_name'
      | 'equivalent_aka'
      | 'phonetic_name'
      | 'phonetic_aka'
      | 'name_fuzzy'
      | 'aka_fuzzy'
      | 'unknown'
      | 'year_of_birth'
      | 'removed_personal_title'
      | 'removed_personal_suffix'
      | 'removed_organisation_prefix'
      | 'removed_organisation_suffix'
      | 'removed_clerical_mark'
      | (string & {})
    )[];
    aka: string[];
    associates: string[];
    listingsRelatedToMatch: {
      warnings?: {
        sourceName: string;
        sourceUrl: string | null;
        date: string | null;
      }[];
      sanctions?: {
        sourceName: string;
        sourceUrl: string | null;
        date: string | null;
      }[];
      fitnessProbity?: {
        sourceName: string;
        sourceUrl: string | null;
      }[];
      pep?: {
        sourceName: string;
        sourceUrl: string | null;
      }[];
      adverseMedia?: {
        sourceName: string;
        sourceUrl: string | null;
        date: string | null;
        snippet: string | null;
      }[];
    };
  }[];
}

export interface WatchlistHit {
  id: string;
  matchStatus: 'false_positive' | 'potential_match' | 'true_match' | 'inconclusive' | (string & {});
  riskLevel?: 'low' | 'high' | (string & {});
  matchedName: string;
  countries: string[];
  dateOfBirth: string;
  dateOfDeath: string | null;
  matchTypes: (
    | 'name_exact'
    | 'aka_exact'
    | 'equivalent_name'
    | 'equivalent_aka'
    | 'phonetic_name'
    | 'phonetic_aka'
    | 'name_fuzzy'
    | 'aka_fuzzy'
    | 'unknown'
    | 'year_of_birth'
    | 'removed_personal_title'
    | 'removed_personal_suffix'
    | 'removed_organisation_prefix'
    | 'removed_organisation_suffix'
    | 'removed_clerical_mark'
    | (string & {})
  )[];
  aka: string[];
  associates: string[];
  listingsRelatedToMatch: {
    warnings?: {
      sourceName: string;
      sourceUrl: string | null;
      date: string | null;
    }[];
    sanctions?: {
      sourceName: string;
      sourceUrl: string | null;
      date: string | null;
    }[];
    fitnessProbity?: {
      sourceName: string;
      sourceUrl: string | null;
    }[];
    pep?: {
      sourceName: string;
      sourceUrl: string | null;
    }[];
    adverseMedia?: {
      sourceName: string;
      sourceUrl: string | null;
      date: string | null;
      snippet: string | null;
    }[];
  };
}

export interface WatchlistPendingBody {
  status: 'success';
  data: null;
}

export interface WatchlistPatchBody {
  status: 'success';
  data: {
    attemptId: string;
    sessionId: string;
    vendorData: string | null;
    reviewStatus?: 'no_match' | 'potential_match' | 'reviewed' | (string & {});
    hasUnacknowledgedChanges?: boolean;
    monitorStatus: 'enabled' | 'disabled' | '' | (string & {});
    hit?: {
      id: string;
      matchStatus: 'false_positive' | 'potential_match' | 'true_match' | 'inconclusive' | (string & {});
      riskLevel?: 'low' | 'high' | (string & {});
    };
  };
}

export interface PersonBody {
  status: 'success';
  person: {
    id: string;
    firstName: string | null;
    lastName: string | null;
    idCode: string | null;
    dateOfBirth: string | null;
    gender: 'M' | 'F' | (string & {}) | null;
    nationality: string | null;
    placeOfBirth: string | null;
    citizenships: string[];
    pepSanctionMatches: PepSanctionMatch[];
  };
}

export interface PepSanctionMatch {
  provider: 'countersign';
  numberOfMatches: number;
  date: string;
  matches: unknown[];
  hits: {
    doc: {
      id: string;
      lastUpdatedUtc: string;
      createdUtc: string | null;
      fields: {
        name: string;
        source: string;
        value: string;
      }[];
      types: (
        | 'sanction'
        | 'pep-class-1'
        | 'pep-class-2'
        | 'pep-class-3'
        | 'pep-class-4'
        | 'warning'
        | 'fitness-probity'
        | 'adverse-media'
        | (string & {})
      )[];
      name: string;
      entityType: 'person';
      aka: {
        name: string;
      }[];
      associates: {
        association: string;
        name: string;
      }[];
      sources: string[];
      keywords: string[];
      media: {
        date: string | null;
        snippet: string | null;
        title: string | null;
        url: string | null;
      }[];
      assets: {
        publicUrl: string;
        source: string;
        type: string;
      }[];
      sourceNotes: {
        [member: string]: {
          amlTypes: (
            | 'sanction'
            | 'pep-class-1'
            | 'pep-class-2'
            | 'pep-class-3'
            | 'pep-class-4'
            | 'warning'
            | 'fitness-probity'
            | 'adverse-media'
            | (string & {})
          )[];
          listingStartedUtc: string | null;
          name: string;
          url: string | null;
        };
      };
    };
    matchTypes: (
      | 'name_exact'
      | 'aka_exact'
      | 'equivalent_name'
      | 'equivalent_aka'
      | 'phonetic_name'
      | 'phonetic_aka'
      | 'name_fuzzy'
      | 'aka_fuzzy'
      | 'unknown'
      | 'year_of_birth'
      | 'removed_personal_title'
      | 'removed_personal_suffix'
      | 'removed_organisation_prefix'
      | 'removed_organisation_suffix'
      | 'removed_clerical_mark'
      | (string & {})
    )[];
    matchTypesDetails: {
      [member: string]: {
        matchTypes: {
          [member: string]: (
            | 'name_exact'
            | 'aka_exact'
            | 'equivalent_name'
            | 'equivalent_aka'
            | 'phonetic_name'
            | 'phonetic_aka'
            | 'name_fuzzy'
            | 'aka_fuzzy'
            | 'unknown'
            | 'year_of_birth'
            | 'removed_personal_title'
            | 'removed_personal_suffix'
            | 'removed_organisation_prefix'
            | 'removed_organisation_suffix'
            | 'removed_clerical_mark'
            | (string & {})
          )[];
        };
        type: 'name' | 'aka' | (string & {});
      };
    };
    matchStatus: 'false_positive' | 'potential_match' | 'true_match' | 'inconclusive' | (string & {});
    isWhitelisted: boolean;
    score: number;
  }[];
}

export interface FraudCategoriesBody {
  categories: {
    category:
      | 'document_is_manipulated'
      | 'document_shown_from_screen'
      | 'document_is_printed_copy'
      | 'selfie_shown_from_screen'
      | 'selfie_is_manipulated'
      | 'selfie_document_portrait_mismatch'
      | 'injected_media'
      | (string & {});
    description: string;
  }[];
}

export interface FraudReportsBody {
  reports: {
    sessionId: string;
    status: 'reported' | 'error' | (string & {});
    reportId: string | null;
    details: string | null;
  }[];
  processedCount: number;
  reportedCount: number;
  errorCount: number;
}

export interface FraudReport {
  reportId: string;
  sessionId: string;
  reportedBy: 'api' | 'portal' | (string & {});
  status: 'Submitted' | 'Reviewed' | (string & {});
  verifiedAt: string | null;
  reportedAt: string;
  reviewedAt: string | null;
  fraudTypeReported: string[];
  customerComment: string | null;
  initialDecision: string;
  finalDecision: string | null;
  reviewDecision: 'Agree' | 'Disagree' | (string & {}) | null;
  resetFp: false;
  decisionErrorDescription: string | null;
}

export interface RetrievedFraudReportsBody {
  reports: {
    sessionId: string;
    status: 'FOUND' | 'NOT_FOUND' | (string & {});
    details: FraudReport | null;
    errorMessage: string | null;
  }[];
  processedCount: number;
  foundCount: number;
  notFoundCount: number;
}

export interface EventBody {
  id: string;
  attemptId: string;
  feature: 'selfid';
  code: 7001 | 7002 | (number & {});
  action: 'started' | 'submitted' | (string & {});
  vendorData: string | null;
  endUserId: string | null;
}

export interface UserStatusBody {
  eventType: 'user-status.created';
  sessionId: string;
  attemptId: string;
  vendorData: string | null;
  endUserId: string | null;
  time: string;
  data: {
    verification: {
      id: string;
      userDefinedData: UserDefinedData;
    };
  };
}

export interface FullAutoVerification {
  decisionScore: number | null;
  decision:
    'approved' | 'declined' | 'resubmission_requested' | 'expired' | 'abandoned' | 'review' | (string & {});
  person: {
    firstName: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    lastName: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    dateOfBirth: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    gender: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    idNumber: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    nationality: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    address: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      components: {
        [member: string]: unknown;
      };
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    placeOfBirth: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    foreignerStatus: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    occupation: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    employer: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    extraNames: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
  };
  document: {
    number: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    type: {
      value:
        | 'passport'
        | 'id_card'
        | 'residence_permit'
        | 'drivers_license'
        | 'visa'
        | 'other'
        | (string & {})
        | null;
    };
    country: {
      value: string | null;
    };
    validUntil: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    validFrom: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    firstIssue: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    placeOfIssue: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    processNumber: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    residencePermitType: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    licenseNumber: {
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      value: string | null;
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
  };
  insights: {
    label: string;
    result: 'yes' | 'no' | 'notApplicable' | 'unknown' | (string & {});
    category: 'document' | 'biometric' | 'fraud' | (string & {});
  }[];
}

export interface FullAutoBody {
  status: 'success';
  eventType: 'fullauto';
  sessionId: string;
  attemptId: string;
  vendorData: string | null;
  endUserId: string | null;
  version: '1.0.0';
  acceptanceTime: string;
  time: string;
  data: {
    verification: FullAutoVerification;
  };
}

export interface FullAutoDecisionBody {
  status: 'success';
  verification: FullAutoVerification | null;
}

export interface IneRegistryWebhookBody {
  eventType: 'ine_registry';
  sessionId: string;
  attemptId: string;
  vendorData: string | null;
  endUserId: string | null;
  version: '1.0.0';
  time: string;
  data: {
    status: string;
    code: 200 | 503 | (number & {});
    details: IneRegistryBody | null;
  };
}

export interface CurpRegistryWebhookBody {
  type: 'curp_registry';
  id: string;
  vendorData: string | null;
  endUserId: string | null;
  version: '1.0.0';
  data: {
    attemptId: string;
    name: 'curp_registry';
    status: 'found' | 'not_found' | 'error' | (string & {});
    code: 200 | 404 | 503 | (number & {});
    details: {
      statusCurp:
        | 'AN'
        | 'AH'
        | 'CRA'
        | 'CU'
        | 'RCN'
        | 'RCC'
        | 'BD'
        | 'BDA'
        | 'BCC'
        | 'BCN'
        | 'BAP'
        | 'BSU'
        | 'BJD'
        | 'BDP'
        | (string & {})
        | null;
      curp: string | null;
      description: string | null;
    } | null;
  };
}

export interface CombinedRegistryWebhookBody {
  eventType: 'combined-ine-curp-registry';
  sessionId: string;
  attemptId: string;
  vendorData: string | null;
  endUserId: string | null;
  version: '1.0.0';
  time: string;
  data: {
    status: 'found' | 'not_found' | 'error' | (string & {});
    code: 200 | 404 | 503 | (number & {});
    details: CombinedRegistryData | null;
  };
}

export interface Problem {
  status: 'fail';
  code: string;
  message: string;
}

export interface FeedbackProblem {
  code: string;
  message: string;
}

/** Body of a webhook by its type. */
export interface WebhookBodies {
  decision: DecisionBody;
  event: EventBody;
  'watchlist-screening': WatchlistResult;
  'user-defined-status': UserStatusBody;
  'full-auto': FullAutoBody;
  'ine-registry': IneRegistryWebhookBody;
  'curp-registry': CurpRegistryWebhookBody;
  'ine-curp-registry': CombinedRegistryWebhookBody;
}
