// Written by `npm run client-types` from the schemas of packages/contract. Do not edit.

export interface CreateSessionRequest {
  /** The new session; {} is enough. */
  verification: {
    /** Where the flow sends the person at the end: https, at most 2048 characters. Replaces the default of the integration. */
    callback?: string | null | undefined;
    /** Your own text about the person, at most 1000 characters. Answers and webhooks have it unchanged. */
    vendorData?: string | null | undefined;
    /** Your UUID of the person. Answers and webhooks have it. */
    endUserId?: string | null | undefined;
    /** What you know about the person. It is compared with the document and asked of registries. */
    person?:
      | {
          /** Given names. On test integrations some names decide the outcome. */
          firstName?: string | null | undefined;
          /** Family name; in Mexico the father’s. On test integrations some names decide the screening. */
          lastName?: string | null | undefined;
          /** Second family name; in Mexico the mother’s. */
          secondLastName?: string | null | undefined;
          /** The whole name in one text, for the Colombian check. */
          fullName?: string | null | undefined;
          /** National number: CPF, CURP, cédula, or what the document calls it. */
          idNumber?: string | null | undefined;
          /** M or F; MALE and FEMALE mean the same. */
          gender?: 'M' | 'MALE' | 'F' | 'FEMALE' | null | undefined;
          /** Date of birth, YYYY-MM-DD, from 1900 to today. */
          dateOfBirth?: string | null | undefined;
          /** Telephone number: digits and blanks, with an optional + in front. */
          phoneNumber?: string | null | undefined;
          /** E-mail address. */
          email?: string | null | undefined;
          /** Marital status. Checked for form only. */
          maritalStatus?: 'single' | 'married' | 'divorced' | 'widowed' | null | undefined;
          /** Whether the person is dead. Checked for form only. */
          isDeceased?: boolean | null | undefined;
        }
      | null
      | undefined;
    /** What you know about the document. */
    document?:
      | {
          /** Number of the document: letters and digits. In Mexico the CIC, nine digits. */
          number?: string | null | undefined;
          /** Country that issued it: two letters of ISO 3166-1, upper case. */
          country?: string | null | undefined;
          /** Type of the document. With country it spares the person the choice. */
          type?: 'PASSPORT' | 'ID_CARD' | 'RESIDENCE_PERMIT' | 'DRIVERS_LICENSE' | 'VISA' | null | undefined;
          /** Kind of Colombian identity document: CC, CE, NIT or TI. */
          idCardType?: string | null | undefined;
          /** When the person first got such a document, YYYY-MM-DD. */
          firstIssue?: string | null | undefined;
          /** First day of validity, YYYY-MM-DD. */
          validFrom?: string | null | undefined;
          /** Last day of validity, YYYY-MM-DD. */
          validUntil?: string | null | undefined;
          /** Registration number of a Brazilian driving licence. */
          registrationNumber?: string | null | undefined;
          /** Category of a Brazilian driving licence. */
          category?: 'A' | 'B' | 'C' | 'D' | 'E' | 'AB' | 'AC' | 'AD' | 'AE' | 'ACC' | null | undefined;
        }
      | null
      | undefined;
    /** Address of the person. */
    address?:
      | {
          /** Country of residence: two letters of ISO 3166-1, upper case. */
          country?: string | null | undefined;
          /** The whole address in one text. */
          fullAddress?: string | null | undefined;
          /** Street. */
          street?: string | null | undefined;
          /** Number of the house. */
          houseNumber?: string | null | undefined;
          /** Postal code. */
          postcode?: string | null | undefined;
        }
      | null
      | undefined;
    /** What is accepted as a proof of the address. */
    proofOfAddress?:
      | {
          /** Types of document, at most 40. */
          acceptableTypes?:
            | {
                /** Name of a type. */
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
    /** Consents that you obtained yourself, at most 10. Mexico needs one of type ine. */
    consents?:
      | {
          /** What was consented to: ine (Mexican electoral registry), bipa (biometrics), aadhaar. */
          type: 'ine' | 'bipa' | 'aadhaar';
          /** Whether the person agreed. */
          approved?: boolean | null | undefined;
        }[]
      | null
      | undefined;
  };
}

export interface UploadMediaRequest {
  /** The picture. */
  image: {
    /** What the picture shows; decides which checks look at it. */
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
    /** The bytes of a JPEG, PNG or WebP file in base64, with or without data:…;base64, before them. */
    content: string;
    /** When the picture was taken, with offset. Deprecated: it has no effect. */
    timestamp?: string | null | undefined;
  };
}

export interface CollectedDataRequest {
  /** Who collected the data: your name for it. */
  providerName: string;
  /** How the person was reached. */
  person?:
    | {
        /** E-mail address. */
        email?: string | null | undefined;
        /** Telephone number: digits and blanks, with an optional + in front. */
        phoneNumber?: string | null | undefined;
      }
    | null
    | undefined;
  /** The network that the person came from. */
  network: {
    /** Addresses of the person; one of the two at least. */
    ip: {
      /** IPv4 address. */
      addressV4?: string | null | undefined;
      /** IPv6 address. */
      addressV6?: string | null | undefined;
    };
    /** Name of the mobile network. */
    mobileCarrier?: string | null | undefined;
    /** Name of the wireless network. */
    ssid?: string | null | undefined;
    /** Name of the host that the address belongs to. */
    hostname?: string | null | undefined;
    /** Where the address is, in members of your own. */
    location?: Record<string, unknown> | null | undefined;
    /** The autonomous system that the address belongs to. */
    asn?:
      | {
          /** Number of the system. */
          number?: number | null | undefined;
          /** Name of its owner. */
          organization?: string | null | undefined;
        }
      | null
      | undefined;
  };
  /** The device of the person. */
  device: {
    /** Your identifier of the device; the same for the same device. */
    fingerprint: string;
    /** Identifier that Android gives an app. */
    androidId?: string | null | undefined;
    /** Identifier that iOS gives a vendor. */
    idfv?: string | null | undefined;
    /** Model of the device. */
    model?: string | null | undefined;
    /** Maker of the device. */
    vendor?: string | null | undefined;
    /** Kind of device, such as phone. */
    type?: string | null | undefined;
  };
  /** The browser of the person. */
  browser?:
    | {
        /** Its header Accept-Language. */
        acceptLanguage?: string | null | undefined;
        /** Its header User-Agent. */
        userAgent?: string | null | undefined;
        /** Minutes between its time and UTC, from −1440 to 1440. */
        timezoneOffset?: number | null | undefined;
      }
    | null
    | undefined;
}

export interface SubmitSessionRequest {
  /** The session to submit. */
  verification: {
    /** Always submitted. */
    status: 'submitted';
    /** UUID of the session; if it is sent, it must be that of the path. */
    id?: string | null | undefined;
  };
}

export type WatchlistPatchRequest =
  | {
      /** Decides a hit. One of the three members of this body must be given. */
      hit: {
        /** UUID of a hit of the result. */
        id: string;
        /** The decision. */
        matchStatus: 'false_positive' | 'potential_match' | 'true_match' | 'inconclusive';
        /** The risk; with true_match only. */
        riskLevel?: 'low' | 'high' | null | undefined;
      };
    }
  | {
      /** false acknowledges the changes that monitoring found. */
      hasUnacknowledgedChanges: false;
    }
  | {
      /** disabled ends the monitoring. */
      monitorStatus: 'disabled';
    };

export interface ValidateRegistryRequest {
  /** The new session. */
  verification: {
    /** Where the flow sends the person at the end: https, at most 2048 characters. Replaces the default of the integration. */
    callback?: string | null | undefined;
    /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
    vendorData?: string | null | undefined;
    /** Your UUID of the person, as sent when the session was created; null when none was sent. */
    endUserId?: string | null | undefined;
    /** What you know about the person. It is compared with the document and asked of registries. */
    person?:
      | {
          /** Given names. On test integrations some names decide the outcome. */
          firstName?: string | null | undefined;
          /** Family name; in Mexico the father’s. On test integrations some names decide the screening. */
          lastName?: string | null | undefined;
          /** Second family name; in Mexico the mother’s. */
          secondLastName?: string | null | undefined;
          /** The whole name in one text, for the Colombian check. */
          fullName?: string | null | undefined;
          /** National number: CPF, CURP, cédula, or what the document calls it. */
          idNumber?: string | null | undefined;
          /** M or F; MALE and FEMALE mean the same. */
          gender?: 'M' | 'MALE' | 'F' | 'FEMALE' | null | undefined;
          /** Date of birth, YYYY-MM-DD, from 1900 to today. */
          dateOfBirth?: string | null | undefined;
          /** Telephone number: digits and blanks, with an optional + in front. */
          phoneNumber?: string | null | undefined;
          /** E-mail address. */
          email?: string | null | undefined;
          /** Marital status. Checked for form only. */
          maritalStatus?: 'single' | 'married' | 'divorced' | 'widowed' | null | undefined;
          /** Whether the person is dead. Checked for form only. */
          isDeceased?: boolean | null | undefined;
        }
      | null
      | undefined;
    /** What you know about the document. */
    document?:
      | {
          /** Number of the document: letters and digits. In Mexico the CIC, nine digits. */
          number?: string | null | undefined;
          /** Country that issued it: two letters of ISO 3166-1, upper case. */
          country?: string | null | undefined;
          /** Type of the document. With country it spares the person the choice. */
          type?: 'PASSPORT' | 'ID_CARD' | 'RESIDENCE_PERMIT' | 'DRIVERS_LICENSE' | 'VISA' | null | undefined;
          /** Kind of Colombian identity document: CC, CE, NIT or TI. */
          idCardType?: string | null | undefined;
          /** When the person first got such a document, YYYY-MM-DD. */
          firstIssue?: string | null | undefined;
          /** First day of validity, YYYY-MM-DD. */
          validFrom?: string | null | undefined;
          /** Last day of validity, YYYY-MM-DD. */
          validUntil?: string | null | undefined;
          /** Registration number of a Brazilian driving licence. */
          registrationNumber?: string | null | undefined;
          /** Category of a Brazilian driving licence. */
          category?: 'A' | 'B' | 'C' | 'D' | 'E' | 'AB' | 'AC' | 'AD' | 'AE' | 'ACC' | null | undefined;
        }
      | null
      | undefined;
    /** Address of the person. */
    address?:
      | {
          /** Country of residence: two letters of ISO 3166-1, upper case. */
          country?: string | null | undefined;
          /** The whole address in one text. */
          fullAddress?: string | null | undefined;
          /** Street. */
          street?: string | null | undefined;
          /** Number of the house. */
          houseNumber?: string | null | undefined;
          /** Postal code. */
          postcode?: string | null | undefined;
        }
      | null
      | undefined;
    /** What is accepted as a proof of the address. */
    proofOfAddress?:
      | {
          /** Types of document, at most 40. */
          acceptableTypes?:
            | {
                /** Name of a type. */
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
    /** Consents that you obtained yourself, at most 10. Mexico needs one of type ine. */
    consents?:
      | {
          /** What was consented to: ine (Mexican electoral registry), bipa (biometrics), aadhaar. */
          type: 'ine' | 'bipa' | 'aadhaar';
          /** Whether the person agreed. */
          approved?: boolean | null | undefined;
        }[]
      | null
      | undefined;
  };
}

export interface AdvanceClockRequest {
  /** How far the clock jumps. */
  advanceSeconds: number;
}

export interface FraudReportRequest {
  /** Reports, 1 to 100, each judged by itself. */
  reports: {
    /** UUID of the session. */
    sessionId: string;
    /** Names of categories, one at least, none twice. */
    categories: string[];
    /** What you want to add, at most 500 characters. */
    comment?: string | null | undefined;
  }[];
}

export interface RetrieveFraudReportsRequest {
  /** Sessions, 1 to 10. */
  sessionIds: string[];
}

export interface ClockBody {
  /** Always success. */
  status: 'success';
  /** The jump that was made. */
  data: {
    /** How far the clock jumped. */
    advancedSeconds: number;
  };
}

export interface SessionBody {
  /** Always success. */
  status: 'success';
  /** The session. */
  verification: {
    /** UUID of the session; signed in every GET about it. */
    id: string;
    /** Link to open or frame for the person. It opens the session: give it to no one else. */
    url: string;
    /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
    vendorData: string | null;
    /** Your UUID of the person, as sent when the session was created; null when none was sent. */
    endUserId: string | null;
    /** Origin of the link. */
    host: string;
    /** created after creation, submitted after submission. */
    status: 'created' | 'submitted' | (string & {});
    /** The last part of the link. Deprecated: use url. */
    sessionToken: string;
  };
}

export interface DeletionBody {
  /** Always success. */
  status: 'success';
  /** The session. */
  verification: {
    /** UUID of the session that was deleted. */
    id: string;
  };
}

export interface MediaBody {
  /** Always success. */
  status: 'success';
  /** The picture. */
  image: {
    /** What the file shows. */
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
    /** UUID of the picture. */
    id: string;
    /** The context once more. */
    name: string;
    /** Always null. Deprecated. */
    timestamp: null;
    /** Bytes of the file. */
    size: number;
    /** Type of the file, read from its bytes. */
    mimetype: 'image/jpeg' | 'image/png' | 'image/webp' | (string & {});
    /** Address of the file; GET it with a signature. */
    url: string;
    /** UUID of the session. */
    sessionId: string;
  };
}

export interface MediaListBody {
  /** Always success. */
  status: 'success';
  /** Pictures, the best first; pictures of equal quality in the order of upload. */
  images: {
    /** UUID of the picture. */
    id: string;
    /** The context once more. */
    name: string;
    /** What the file shows. */
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
    /** Always null. Deprecated. */
    timestamp: null;
    /** Bytes of the file. */
    size: number;
    /** Type of the file, read from its bytes. */
    mimetype: 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4' | (string & {});
    /** Address of the file; GET it with a signature. */
    url: string;
    /** UUID of the session. */
    sessionId: string;
  }[];
  /** Films of the flow; empty on test integrations. */
  videos: {
    /** UUID of the film. */
    id: string;
    /** The context once more. */
    name: string;
    /** What the file shows. */
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
    /** Always null. Deprecated. */
    timestamp: null;
    /** Bytes of the file. */
    size: number;
    /** Type of the file, read from its bytes. */
    mimetype: 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4' | (string & {});
    /** Address of the file; GET it with a signature. */
    url: string;
    /** UUID of the session. */
    sessionId: string;
    /** Length in seconds, with two decimals. */
    duration: string;
  }[];
  /** Data of chips; always empty. */
  nfcDocuments: unknown[];
}

export interface AttemptListBody {
  /** Always success. */
  status: 'success';
  /** Attempts, the newest first. */
  verifications: {
    /** UUID of the attempt. */
    id: string;
    /** Status of this attempt. */
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
    /** When the attempt was created. */
    createdTime: string;
    /** Statuses that people of the client added, the newest first; missing without any. */
    userDefinedData?: UserDefinedData[];
  }[];
}

export interface UserDefinedData {
  /** Label of the status, as it was defined. */
  status: string;
  /** The label in lower case, with _ for all other characters than letters and digits. */
  statusCode: string;
  /** Label of the reason, or the text that was typed; null without one. */
  reason: string | null;
  /** The label of the reason in the form of statusCode; null for a typed text. */
  reasonCode: string | null;
  /** When the status was added. */
  createdAt: string;
}

export interface CollectedDataBody {
  /** Always success. */
  status: 'success';
  /** The session and the attempt that the data was added to. */
  data: {
    /** UUID of the session. */
    sessionId: string;
    /** UUID of the attempt that this is about. */
    attemptId: string;
  };
}

export interface DecisionBody {
  /** Always success. */
  status: 'success';
  /** The decision; null while there is none. */
  verification: DecisionVerification | null;
  /** About the device of the person. */
  technicalData: {
    /** Address that the person came from; null when it is not known. */
    ip: string | null;
  };
}

export interface DecisionWebhookBody {
  /** Always success. */
  status: 'success';
  /** The decision. */
  verification: DecisionVerification;
  /** About the device of the person. */
  technicalData: {
    /** Address that the person came from; null when it is not known. */
    ip: string | null;
  };
}

export interface DecisionVerification {
  /** UUID of the session. */
  id: string;
  /** UUID of the attempt that got this status. */
  attemptId: string;
  /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
  vendorData: string | null;
  /** Your UUID of the person, as sent when the session was created; null when none was sent. */
  endUserId: string | null;
  /** The outcome. review is not final: a person decides. */
  status:
    | 'approved'
    | 'declined'
    | 'resubmission_requested'
    | 'expired'
    | 'abandoned'
    | 'review'
    | (string & {});
  /** 9001 approved, 9102 declined, 9103 resubmission_requested, 9104 expired or abandoned, 9121 review. */
  code: 9001 | 9102 | 9103 | 9104 | 9121 | (number & {});
  /** The reason in words, which may change; null when approved. */
  reason: string | null;
  /** Number of the reason, which keeps its meaning; null when approved. */
  reasonCode: number | null;
  /** When it was decided. */
  decisionTime: string | null;
  /** When the session was created. */
  acceptanceTime: string;
  /** When the attempt was submitted; null if it was not. */
  submissionTime: string | null;
  /** The person: what was read from the document, else what you sent, else null. */
  person: DecisionPerson;
  /** The document: what was read, else what you sent, else null. */
  document: DecisionDocument;
  /** Result of the Brazilian or Mexican check; {} if it did not run, missing where it is not enabled. */
  registryValidations?: {
    /** Result of the Brazilian check. */
    BR_CPF?: BrazilResult;
    /** Result of the Mexican check. */
    MX_INE?: MexicoResult;
  };
  /** More that was found, one member for each feature of the integration; {} if there is nothing. */
  additionalVerifiedData: AdditionalVerifiedData;
  /** Always empty. Deprecated. */
  comments: unknown[];
  /** How risky the session looks; null when it could not be computed. */
  riskScore?: {
    /** From 0 to 1; higher is riskier. Information only. */
    score: number;
  } | null;
  /** Signs of risk. Information only: a label never decides by itself. */
  riskLabels?: RiskLabel[];
}

export interface DecisionPerson {
  /** Given names; null when not known. */
  firstName: string | null;
  /** Family names; null when not known. */
  lastName: string | null;
  /** Always null. Deprecated. */
  citizenship: null;
  /** National number of the person; null when not known. */
  idNumber: string | null;
  /** M or F; null when not known. */
  gender: 'M' | 'F' | (string & {}) | null;
  /** Date of birth, YYYY-MM-DD; null when not known. */
  dateOfBirth: string | null;
  /** Year of birth; null when not known. */
  yearOfBirth: string | null;
  /** Place of birth as it is written; null when not known. */
  placeOfBirth: string | null;
  /** Nationality: two letters of ISO 3166-1; null when not known. */
  nationality: string | null;
  /** Always null. Deprecated: read the watchlist result. */
  pepSanctionMatch: null;
  /** The whole name as it is written. */
  fullName?: string | null;
  /** Addresses as they are written; empty if there is none. */
  addresses?: {
    /** The whole address in one text. */
    fullAddress: string;
    /** Its parts, as far as they were recognised. */
    parsedAddress?: {
      /** Street. */
      street: string | null;
      /** Number of the house. */
      houseNumber: string | null;
      /** Flat, floor or door. */
      unit: string | null;
      /** City. */
      city: string | null;
      /** State or province. */
      state: string | null;
      /** Postal code. */
      postcode: string | null;
      /** Country as it is written. */
      country: string | null;
    };
  }[];
  /** Further names. */
  extraNames?: string | null;
  /** Title before the name. */
  title?: string | null;
  /** Occupation. */
  occupation?: string | null;
  /** Employer. */
  employer?: string | null;
  /** Status of a foreigner in the country. */
  foreignerStatus?: string | null;
  /** Colour of the eyes. */
  eyeColor?: string | null;
  /** Colour of the hair. */
  hairColor?: string | null;
  /** Height as it is written. */
  height?: string | null;
  /** Weight as it is written. */
  weight?: string | null;
  /** Number in the register of voters. */
  electorNumber?: string | null;
  /** Identifier on Mexican voter cards of older models. */
  ifeIdentifier?: string | null;
  /** Identifier of the citizen on Mexican voter cards of newer models. */
  ineIdentifier?: string | null;
}

export interface DecisionDocument {
  /** Number of the document, letters and digits only. */
  number: string | null;
  /** Type of the document. */
  type:
    | 'PASSPORT'
    | 'ID_CARD'
    | 'RESIDENCE_PERMIT'
    | 'DRIVERS_LICENSE'
    | 'VISA'
    | 'OTHER'
    | (string & {})
    | null;
  /** Country that issued it: two letters of ISO 3166-1. */
  country: string | null;
  /** State that issued it: the letters after the hyphen of ISO 3166-2; null for documents of a country. */
  state: string | null;
  /** First day of validity, YYYY-MM-DD. */
  validFrom: string | null;
  /** Last day of validity, YYYY-MM-DD. */
  validUntil: string | null;
  /** When the person first got such a document. */
  firstIssue?: string | null;
  /** Where it was issued. */
  placeOfIssue?: string | null;
  /** Authority that issued it. */
  issuedBy?: string | null;
  /** Number of the issue. */
  issueNumber?: string | null;
  /** Remarks printed on it. */
  remarks?: string | null;
  /** Kind of residence permit. */
  residencePermitType?: string | null;
  /** Whether its chip was verified; chips are not read. */
  nfcValidated?: boolean | null;
  /** Whether the portrait can be seen. */
  portraitIsVisible?: boolean | null;
  /** Whether the signature can be seen. */
  signatureIsVisible?: boolean | null;
  /** What is known about documents of this kind. */
  specimen?: DocumentSpecimen | null;
}

export interface DocumentSpecimen {
  /** Whether they have a contactless chip. */
  containsContactlessChip: boolean | null;
  /** When the kind was first issued. */
  firstIssuedDate: string | null;
  /** When the kind was last issued. */
  lastIssuedDate: string | null;
  /** Version of the NIST form that they follow. */
  nistVersion: string | null;
  /** Whether they exist as files only. */
  digitalDocument: boolean | null;
  /** Whether they are driving licences of an unusual form. */
  nonStandardDrivingLicense: boolean | null;
  /** Whether they are for soldiers. */
  militaryDocument: boolean | null;
  /** Whether they are temporary or for emergencies. */
  temporaryEmergencyDocument: boolean | null;
  /** Whether they are for refugees or people who seek asylum. */
  asylumRefugeeDocument: boolean | null;
  /** Whether they follow the standard of ICAO. */
  ICAOStandardizedDocument: boolean | null;
  /** Whether they are no national identity cards. */
  notNationalIdCard: boolean | null;
  /** Rank as a proof of identity: primary, secondary or tertiary. */
  legalStatus: 'primary' | 'secondary' | 'tertiary' | (string & {}) | null;
  /** Whether documents of this kind are often forged. */
  hasSecurityRisk: boolean | null;
}

export interface AdditionalVerifiedData {
  /** Number of the driving licence. */
  driversLicenseNumber?: string | null;
  /** Categories, each with whether the person has it. */
  driversLicenseCategory?: {
    [member: string]: boolean;
  } | null;
  /** Categories, each with the date since which the person has it. */
  driversLicenseCategoryFrom?: {
    [member: string]: string | null;
  } | null;
  /** Categories, each with the date until which it is valid. */
  driversLicenseCategoryUntil?: {
    [member: string]: string | null;
  } | null;
  /** Categories that the person has. */
  driversLicenseCategories?: string[] | null;
  /** Number of the procedure, as it is written. */
  processNumber?: string | null;
  /** Age in years as a model estimates it. */
  estimatedAge?: number | null;
  /** From 0 (male) to 1 (female), as a model estimates it. */
  estimatedGender?: number | null;
  /** Result of the Colombian check. */
  registryValidation?: ColombiaResult;
  /** What a proof of the address shows. */
  proofOfAddress?: {
    /** Whether its name is the name of the person. */
    nameMatch: boolean | null;
    /** How similar the two names are, from 0 to 100. */
    nameMatchPercentage: number | null;
    /** Type of the proof. */
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
  /** What a registry has about the data that was sent, one item for each registry. */
  validationResults?: {
    /** Name of the registry. */
    registryName: string;
    /** How the given names agree; null when they were not compared. */
    firstName: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    /** How the family names agree; null when they were not compared. */
    lastName: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    /** How the dates of birth agree; null when they were not compared. */
    dateOfBirth: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    /** How the addresses agree; null when they were not compared. */
    address: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    /** How the cities agree; null when they were not compared. */
    city: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    /** How the states agree; null when they were not compared. */
    state: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    /** How the postal codes agree; null when they were not compared. */
    zip: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
    /** How the numbers agree; null when they were not compared. */
    idNumber: 'full_match' | 'partial_match' | 'no_match' | (string & {}) | null;
  }[];
}

export interface RiskLabel {
  /** Name of the sign. More may come. */
  label: string;
  /** Group of the sign. More may come. */
  category: string;
  /** Other sessions of the integration that it concerns, the newest first, at most 20. */
  sessionIds: string[];
}

export interface BrazilResult {
  /** failure if any check failed; error if the registry gave no usable answer. */
  status: 'success' | 'failure' | 'error' | (string & {});
  /** Always null. */
  data: null;
  /** The checks that are switched on; null if the registry gave no usable answer. */
  validations: {
    /** The registry has this number. */
    person_registered?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The selfie shows the person whose portrait is on file. */
    selfie_registry_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The name is the one on file, up to small differences. */
    name_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The date of birth is the one on file. */
    date_of_birth_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The gender is the one on file. */
    gender_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The number of the licence is the one on file. */
    drivers_license_number_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The category of the licence is the one on file. */
    drivers_license_category_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The licence is issued, in force and not blocked. */
    drivers_license_is_valid?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The first issue of the licence is the one on file. */
    drivers_license_first_issue_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The first day of validity is the one on file. */
    drivers_license_valid_from_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The last day of validity is the one on file. */
    drivers_license_valid_until_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
  /** Why the registry gave no usable answer; null if it gave one. */
  error: {
    /** Always registry_error. */
    code: 'registry_error';
    /** Whether the registry could not be reached, or its answer could not be used. */
    message: 'registry_unavailable' | 'technical_issues' | (string & {});
  } | null;
  /** When its answer arrived; null without one. */
  timestamp: string | null;
}

export interface MexicoResult {
  /** failure if any check failed; error if the registry gave no usable answer. */
  status: 'success' | 'failure' | 'error' | (string & {});
  /** Always null. */
  data: null;
  /** The checks that are switched on; null if the registry gave no usable answer. */
  validations: {
    /** The person consented to the query. */
    consent_obtained?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The registry has this number. */
    person_registered?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The selfie shows the person whose portrait is on file. */
    selfie_registry_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The card is not reported as lost or stolen. */
    not_reported_lost_or_stolen?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The given names are those on file. */
    first_name_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The father’s family name is the one on file. */
    father_last_name_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The mother’s family name is the one on file. */
    mother_last_name_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The CURP is the one on file. */
    personal_number_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The year of registration is the one on file. */
    registration_year_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
    /** The year of issue is the one on file. */
    issue_year_match?: {
      /** Outcome of the check; not_applicable where an earlier one ended it. */
      result: 'success' | 'failure' | 'not_applicable' | (string & {});
      /** Cause of an outcome that is no success; null with success. */
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
  /** Why the registry gave no usable answer; null if it gave one. */
  error: {
    /** Always registry_error. */
    code: 'registry_error';
    /** Whether the registry could not be reached, or its answer could not be used. */
    message: 'REGISTRY_UNAVAILABLE' | 'TECHNICAL_ISSUES' | (string & {});
  } | null;
  /** When its answer arrived; null without one. */
  timestamp: string | null;
}

export interface ColombiaResult {
  /** Always CO; null if the registry gave no usable answer. */
  countryRegistry: 'CO' | null;
  /** Name of the registry; null if it gave no usable answer. */
  registryName: string | null;
  /** How similar the names are, from 0 to 100; null if they were not compared. */
  fullNameSimilarity: number | null;
  /** Whether the document is in force. */
  documentValid: boolean | null;
  /** Whether the person is alive; null when not known. */
  personIsAlive: boolean | null;
  /** Why there is no result; missing if there is one. */
  error?: 'Unable to get response from registry'[];
}

export interface IneRegistryBody {
  /** Whether the card is in force. */
  active: boolean;
  /** State of the card in the words of the registry, in Spanish. */
  documentState: string;
}

export interface CurpRegistryBody {
  /** State of the code, such as AN for regular; null if it was not found. */
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
  /** The code that is in force; null if it was not found. */
  curp: string | null;
}

export interface CombinedRegistryBody {
  /** Both results. */
  data: CombinedRegistryData;
}

export interface CombinedRegistryData {
  /** The electoral registry. */
  ine: {
    /** Whether the card is in force. */
    active: boolean;
    /** Whether the card is in force, in the words of the registry. */
    status: 'vigente' | 'no_vigente' | 'no_encontrado' | (string & {});
    /** State of the card in the words of the registry, in Spanish. */
    information: string;
    /** Key of the voter. */
    electorKey: string | null;
    /** Electoral district. */
    federalDistrict: string | null;
    /** Number on the back of the card. */
    ocr: string | null;
    /** Year of the registration as a voter. */
    registrationYear: string | null;
    /** Year of the issue of the card. */
    issueYear: string | null;
    /** Last year of validity. */
    validUntil: string | null;
    /** Identifier of the citizen on Mexican voter cards of newer models. */
    ineIdentifier?: string | null;
    /** Identifier on Mexican voter cards of older models. */
    ifeIdentifier?: string | null;
  };
  /** The population registry. */
  curp: {
    /** The code that is in force; null if it was not found. */
    curp: string | null;
    /** State of the code, such as AN for regular; null if it was not found. */
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
    /** Given names. */
    names: string | null;
    /** The father’s family name. */
    paternalSurname: string | null;
    /** The mother’s family name. */
    maternalSurname: string | null;
    /** M or F; null when not known. */
    gender: 'M' | 'F' | (string & {}) | null;
    /** Date of birth, YYYY-MM-DD; null when not known. */
    dateOfBirth: string | null;
    /** State of birth. */
    birthRegion: string | null;
    /** The entry in the register of births. */
    documentEvidence: {
      /** Its book. */
      book: string | null;
      /** Its sheet. */
      sheet: string | null;
      /** Its volume. */
      volume: string | null;
      /** Its number. */
      actNumber: string | null;
    };
  };
}

export interface WatchlistBody {
  /** Always success. */
  status: 'success';
  /** The result; its older shape where the integration is set to it. */
  data: WatchlistResult | LegacyWatchlistResult;
}

export interface WatchlistResult {
  /** Whether the first screening or the monitoring made this result. */
  checkType: 'initial_result' | 'updated_result' | (string & {});
  /** UUID of the attempt that this is about. */
  attemptId: string;
  /** UUID of the session. */
  sessionId: string;
  /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
  vendorData: string | null;
  /** Your UUID of the person, as sent when the session was created; null when none was sent. */
  endUserId: string | null;
  /** no_match without hits, potential_match while one is undecided, reviewed when all are decided. */
  reviewStatus: 'no_match' | 'potential_match' | 'reviewed' | (string & {});
  /** Whether there are hits. Deprecated: use reviewStatus. */
  matchStatus: 'possible_match' | 'no_match' | (string & {});
  /** Whether monitoring found a change that has not been acknowledged. */
  hasUnacknowledgedChanges: boolean;
  /** Whether the person is monitored; empty when monitoring was never switched on. */
  monitorStatus: 'enabled' | 'disabled' | '' | (string & {});
  /** What was searched for. */
  searchTerm: {
    /** The name, as supplied or read. */
    name: string;
    /** Year of birth; empty when not known. */
    year: string;
    /** Types of list that were searched. */
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
    /** Countries that hits were filtered by; empty without a filter. */
    countries: string[];
    /** Whether only equal names count. */
    exactMatch: boolean;
    /** Least similarity of a hit, from 0 to 100. */
    matchThreshold: number;
    /** Whether people who are known to be dead are left out. */
    excludeDeceased: boolean;
  };
  /** How many hits there are; hits may hold fewer. */
  totalHits: number;
  /** When the screening ran that found these hits. */
  createdAt: string;
  /** People on lists who may be this person, those that matter most first. */
  hits: WatchlistHit[];
}

export interface LegacyWatchlistResult {
  /** Whether the first screening or the monitoring made this result. */
  checkType: 'initial_result' | 'updated_result' | (string & {});
  /** UUID of the attempt that this is about. */
  attemptId: string;
  /** UUID of the session. */
  sessionId: string;
  /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
  vendorData: string | null;
  /** Your UUID of the person, as sent when the session was created; null when none was sent. */
  endUserId: string | null;
  /** Whether there are hits. */
  matchStatus: 'possible_match' | 'no_match' | (string & {});
  /** Whether the person is monitored; empty when monitoring was never switched on. */
  monitorStatus: 'enabled' | 'disabled' | '' | (string & {});
  /** What was searched for. */
  searchTerm: {
    /** The name, as supplied or read. */
    name: string;
    /** Year of birth; empty when not known. */
    year: string;
    /** Types of list that were searched. */
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
  /** How many hits there are; hits may hold fewer. */
  totalHits: number;
  /** When the screening ran that found these hits. */
  createdAt: string;
  /** People on lists who may be this person, those that matter most first. */
  hits: {
    /** The name or alias on the list that fits. */
    matchedName: string;
    /** Countries of the listed person, by their English names. */
    countries: string[];
    /** Date or year of birth on the list; empty when not known. */
    dateOfBirth: string;
    /** Date of death on the list; null when not known. */
    dateOfDeath: string | null;
    /** How the name fits: one value for the name, and perhaps one for what else fits. */
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
    /** Other names of the listed person. */
    aka: string[];
    /** Names of people who belong to the listed person. */
    associates: string[];
    /** The entries, by type of list; {} where listings are switched off. */
    listingsRelatedToMatch: {
      /** Entries on lists of warnings. */
      warnings?: {
        /** Name of the list. */
        sourceName: string;
        /** Address of the entry; null when there is none. */
        sourceUrl: string | null;
        /** Date of the entry; null when not known. */
        date: string | null;
      }[];
      /** Entries on lists of sanctions. */
      sanctions?: {
        /** Name of the list. */
        sourceName: string;
        /** Address of the entry; null when there is none. */
        sourceUrl: string | null;
        /** Date of the entry; null when not known. */
        date: string | null;
      }[];
      /** Entries on lists of people who were disqualified. */
      fitnessProbity?: {
        /** Name of the list. */
        sourceName: string;
        /** Address of the entry; null when there is none. */
        sourceUrl: string | null;
      }[];
      /** Entries on lists of politically exposed persons. */
      pep?: {
        /** Name of the list. */
        sourceName: string;
        /** Address of the entry; null when there is none. */
        sourceUrl: string | null;
      }[];
      /** Reports in media. */
      adverseMedia?: {
        /** Name of the list. */
        sourceName: string;
        /** Address of the entry; null when there is none. */
        sourceUrl: string | null;
        /** Date of the report; null when not known. */
        date: string | null;
        /** A few words of the report; null when there are none. */
        snippet: string | null;
      }[];
    };
  }[];
}

export interface WatchlistHit {
  /** UUID of the hit; the same for the same listed person as long as the session is monitored. */
  id: string;
  /** What was decided about the hit; potential_match before. */
  matchStatus: 'false_positive' | 'potential_match' | 'true_match' | 'inconclusive' | (string & {});
  /** Risk that the reviewer gave a true match; missing otherwise. */
  riskLevel?: 'low' | 'high' | (string & {});
  /** The name or alias on the list that fits. */
  matchedName: string;
  /** Countries of the listed person, by their English names. */
  countries: string[];
  /** Date or year of birth on the list; empty when not known. */
  dateOfBirth: string;
  /** Date of death on the list; null when not known. */
  dateOfDeath: string | null;
  /** How the name fits: one value for the name, and perhaps one for what else fits. */
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
  /** Other names of the listed person. */
  aka: string[];
  /** Names of people who belong to the listed person. */
  associates: string[];
  /** The entries, by type of list; {} where listings are switched off. */
  listingsRelatedToMatch: {
    /** Entries on lists of warnings. */
    warnings?: {
      /** Name of the list. */
      sourceName: string;
      /** Address of the entry; null when there is none. */
      sourceUrl: string | null;
      /** Date of the entry; null when not known. */
      date: string | null;
    }[];
    /** Entries on lists of sanctions. */
    sanctions?: {
      /** Name of the list. */
      sourceName: string;
      /** Address of the entry; null when there is none. */
      sourceUrl: string | null;
      /** Date of the entry; null when not known. */
      date: string | null;
    }[];
    /** Entries on lists of people who were disqualified. */
    fitnessProbity?: {
      /** Name of the list. */
      sourceName: string;
      /** Address of the entry; null when there is none. */
      sourceUrl: string | null;
    }[];
    /** Entries on lists of politically exposed persons. */
    pep?: {
      /** Name of the list. */
      sourceName: string;
      /** Address of the entry; null when there is none. */
      sourceUrl: string | null;
    }[];
    /** Reports in media. */
    adverseMedia?: {
      /** Name of the list. */
      sourceName: string;
      /** Address of the entry; null when there is none. */
      sourceUrl: string | null;
      /** Date of the report; null when not known. */
      date: string | null;
      /** A few words of the report; null when there are none. */
      snippet: string | null;
    }[];
  };
  /** Why the hit has its score; null for a hit from before explanations were kept. Only with the setting watchlist.explanations. */
  explanation?: {
    /** Score from 0 to 100: the sum of all points. */
    score: number;
    /** The explanation in one or two English sentences. */
    summary: string;
    /** What the list holds that would show whether this is the person, but was not given of the person. */
    settledBy: ('name' | 'birthDate' | 'country' | 'gender' | 'identifier' | 'rule' | (string & {}))[];
    /** Everything that was compared, what is unknown included. */
    evidence: {
      /** What was compared. */
      field: 'name' | 'birthDate' | 'country' | 'gender' | 'identifier' | 'rule' | (string & {});
      /** What is known of the person; null when nothing is. */
      subject: string | null;
      /** What is known of the listed person; null when nothing is. */
      listed: string | null;
      /** How the two agree, such as same_year, or unknown. */
      relation: string;
      /** Points added to the score; less than zero where something speaks against the match. */
      points: number;
    }[];
  } | null;
}

export interface WatchlistPendingBody {
  /** Always success. */
  status: 'success';
  /** Always null: there is no result yet. */
  data: null;
}

export interface WatchlistPatchBody {
  /** Always success. */
  status: 'success';
  /** The result after the change. */
  data: {
    /** UUID of the attempt that this is about. */
    attemptId: string;
    /** UUID of the session. */
    sessionId: string;
    /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
    vendorData: string | null;
    /** no_match without hits, potential_match while one is undecided, reviewed when all are decided. */
    reviewStatus?: 'no_match' | 'potential_match' | 'reviewed' | (string & {});
    /** Whether monitoring found a change that has not been acknowledged. */
    hasUnacknowledgedChanges?: boolean;
    /** Whether the person is monitored; empty when monitoring was never switched on. */
    monitorStatus: 'enabled' | 'disabled' | '' | (string & {});
    /** The hit that was decided. */
    hit?: {
      /** UUID of the hit. */
      id: string;
      /** What was decided. */
      matchStatus: 'false_positive' | 'potential_match' | 'true_match' | 'inconclusive' | (string & {});
      /** Risk that the reviewer gave a true match; missing otherwise. */
      riskLevel?: 'low' | 'high' | (string & {});
    };
  };
}

export interface PersonBody {
  /** Always success. */
  status: 'success';
  /** The person: what was read from the document, else what you sent, else null. */
  person: {
    /** UUID of the person; the same for this session at all times. */
    id: string;
    /** Given names; null when not known. */
    firstName: string | null;
    /** Family names; null when not known. */
    lastName: string | null;
    /** National number of the person; null when not known. */
    idCode: string | null;
    /** Date of birth, YYYY-MM-DD; null when not known. */
    dateOfBirth: string | null;
    /** M or F; null when not known. */
    gender: 'M' | 'F' | (string & {}) | null;
    /** Nationality: two letters of ISO 3166-1; null when not known. */
    nationality: string | null;
    /** Place of birth as it is written; null when not known. */
    placeOfBirth: string | null;
    /** Citizenships: two letters of ISO 3166-1 each. */
    citizenships: string[];
    /** Screenings with hits, the newest first. */
    pepSanctionMatches: PepSanctionMatch[];
  };
}

export interface PepSanctionMatch {
  /** Always countersign. */
  provider: 'countersign';
  /** How many hits the screening has. */
  numberOfMatches: number;
  /** When the screening ran. */
  date: string;
  /** Always empty. */
  matches: unknown[];
  /** The hits. */
  hits: {
    /** The listed person. */
    doc: {
      /** Identifier of the listed person. */
      id: string;
      /** When the entry last changed. */
      lastUpdatedUtc: string;
      /** When the entry was made; null when not known. */
      createdUtc: string | null;
      /** Facts about the listed person. */
      fields: {
        /** Name of the fact. */
        name: string;
        /** List that has it. */
        source: string;
        /** The fact. */
        value: string;
      }[];
      /** Kinds of list that the person is on. */
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
      /** Name of the listed person. */
      name: string;
      /** Always person. */
      entityType: 'person';
      /** Other names. */
      aka: {
        /** The name. */
        name: string;
      }[];
      /** People who belong to the listed person. */
      associates: {
        /** How they belong together. */
        association: string;
        /** Name of the other person. */
        name: string;
      }[];
      /** Lists that have the person. */
      sources: string[];
      /** Words about the entries. */
      keywords: string[];
      /** Reports in media. */
      media: {
        /** Date of the report; null when not known. */
        date: string | null;
        /** A few words of the report; null when there are none. */
        snippet: string | null;
        /** Title of the report; null when there is none. */
        title: string | null;
        /** Address of the report; null when there is none. */
        url: string | null;
      }[];
      /** Pictures and files about the person. */
      assets: {
        /** Address of the file. */
        publicUrl: string;
        /** List that has it. */
        source: string;
        /** Type of the file. */
        type: string;
      }[];
      /** About each list, by its key. */
      sourceNotes: {
        [member: string]: {
          /** Kinds of list. */
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
          /** Since when the person is listed; null when not known. */
          listingStartedUtc: string | null;
          /** Name of the list. */
          name: string;
          /** Address of the entry; null when there is none. */
          url: string | null;
        };
      };
    };
    /** How the name fits: one value for the name, and perhaps one for what else fits. */
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
    /** How each word fits, by the name that it fits. */
    matchTypesDetails: {
      [member: string]: {
        /** How it fits, by word of the search. */
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
        /** Whether the name is the first one or another one of the person. */
        type: 'name' | 'aka' | (string & {});
      };
    };
    /** What was decided about the hit; potential_match before. */
    matchStatus: 'false_positive' | 'potential_match' | 'true_match' | 'inconclusive' | (string & {});
    /** Whether a reviewer ruled this listed person out permanently. */
    isWhitelisted: boolean;
    /** For ranking only; hits on lists of sanctions have 1.1 or more. */
    score: number;
  }[];
}

export interface FraudCategoriesBody {
  /** Categories of fraud reports. */
  categories: {
    /** Name to send in a report. */
    category:
      | 'document_is_manipulated'
      | 'document_shown_from_screen'
      | 'document_is_printed_copy'
      | 'selfie_shown_from_screen'
      | 'selfie_is_manipulated'
      | 'selfie_document_portrait_mismatch'
      | 'injected_media'
      | (string & {});
    /** The category in words, which may change. */
    description: string;
  }[];
}

export interface FraudReportsBody {
  /** One item for each report, in the order of the request. */
  reports: {
    /** UUID of the session. */
    sessionId: string;
    /** Whether the report was taken. */
    status: 'reported' | 'error' | (string & {});
    /** UUID of the report; null if it was not taken. */
    reportId: string | null;
    /** Why it was not taken; null if it was. */
    details: string | null;
  }[];
  /** How many items there are. */
  processedCount: number;
  /** How many reports were taken. */
  reportedCount: number;
  /** How many were not. */
  errorCount: number;
}

export interface FraudReport {
  /** UUID of the report; null if it was not taken. */
  reportId: string;
  /** UUID of the session. */
  sessionId: string;
  /** Whether it came over the API or from the portal. */
  reportedBy: 'api' | 'portal' | (string & {});
  /** Whether the operator has reviewed it. */
  status: 'Submitted' | 'Reviewed' | (string & {});
  /** When the session was decided. */
  verifiedAt: string | null;
  /** When it was reported. */
  reportedAt: string;
  /** When the operator reviewed it; null before. */
  reviewedAt: string | null;
  /** The categories that were reported. */
  fraudTypeReported: string[];
  /** What the reporter added. */
  customerComment: string | null;
  /** Status of the session when it was reported. */
  initialDecision: string;
  /** Status that would have been right; null before the review. */
  finalDecision: string | null;
  /** Whether the reviewer agrees; null before the review. */
  reviewDecision: 'Agree' | 'Disagree' | (string & {}) | null;
  /** Always false. */
  resetFp: false;
  /** What went wrong; null before the review. */
  decisionErrorDescription: string | null;
}

export interface RetrievedFraudReportsBody {
  /** One item for each session, in the order of the request. */
  reports: {
    /** UUID of the session. */
    sessionId: string;
    /** Whether there is a report. */
    status: 'FOUND' | 'NOT_FOUND' | (string & {});
    /** The report; null if there is none. */
    details: FraudReport | null;
    /** Why there is none; null if there is one. */
    errorMessage: string | null;
  }[];
  /** How many items there are. */
  processedCount: number;
  /** How many sessions have a report. */
  foundCount: number;
  /** How many have none. */
  notFoundCount: number;
}

export interface EventBody {
  /** UUID of the session. */
  id: string;
  /** UUID of the attempt that this is about. */
  attemptId: string;
  /** Always selfid. */
  feature: 'selfid';
  /** 7001 started, 7002 submitted. */
  code: 7001 | 7002 | (number & {});
  /** What happened to the session. */
  action: 'started' | 'submitted' | (string & {});
  /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
  vendorData: string | null;
  /** Your UUID of the person, as sent when the session was created; null when none was sent. */
  endUserId: string | null;
}

export interface UserStatusBody {
  /** Names the type of webhook. */
  eventType: 'user-status.created';
  /** UUID of the session. */
  sessionId: string;
  /** UUID of the attempt that this is about. */
  attemptId: string;
  /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
  vendorData: string | null;
  /** Your UUID of the person, as sent when the session was created; null when none was sent. */
  endUserId: string | null;
  /** When the event was recorded. */
  time: string;
  /** The content. */
  data: {
    /** The session. */
    verification: {
      /** UUID of the session. */
      id: string;
      /** The status that was added. */
      userDefinedData: UserDefinedData;
    };
  };
}

export interface FullAutoVerification {
  /** From 0 to 1; higher is more likely genuine. null for expired and abandoned sessions, and where no picture was looked at. */
  decisionScore: number | null;
  /** The outcome. */
  decision:
    | 'approved'
    | 'declined'
    | 'resubmission_requested'
    | 'expired'
    | 'abandoned'
    | 'review'
    | (string & {});
  /** What was read about the person. */
  person: {
    /** Given names. */
    firstName: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** Family names. */
    lastName: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** Date of birth. */
    dateOfBirth: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** Gender. */
    gender: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** National number. */
    idNumber: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** Nationality. */
    nationality: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** Address. */
    address: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Parts of the address. */
      components: {
        [member: string]: unknown;
      };
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** Place of birth. */
    placeOfBirth: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** Status of a foreigner in the country. */
    foreignerStatus: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    /** Occupation. */
    occupation: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    /** Employer. */
    employer: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    /** Further names. */
    extraNames: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
  };
  /** What was read about the document. */
  document: {
    /** Number of the document. */
    number: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** Type of the document. */
    type: {
      /** What was read; null when nothing was. */
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
    /** Country that issued it. */
    country: {
      /** What was read; null when nothing was. */
      value: string | null;
    };
    /** Last day of validity, YYYY-MM-DD. */
    validUntil: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** First day of validity, YYYY-MM-DD. */
    validFrom: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    };
    /** When the person first got such a document. */
    firstIssue: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    /** Where it was issued. */
    placeOfIssue: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    /** Number of the procedure, as it is written. */
    processNumber: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    /** Kind of residence permit. */
    residencePermitType: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
    /** Number of the driving licence. */
    licenseNumber: {
      /** How sure the reading is; null when nothing was read. */
      confidenceCategory: 'high' | 'medium' | 'low' | (string & {}) | null;
      /** What was read; null when nothing was. */
      value: string | null;
      /** Where it was read: the machine-readable zone, the print, a bar code or the chip. */
      sources: ('MRZ' | 'VIZ' | 'BARCODE' | 'NFC' | (string & {}))[];
    } | null;
  };
  /** Findings, each label once, in a fixed order. */
  insights: {
    /** Name of the finding. */
    label: string;
    /** yes, no, notApplicable (there is nothing it could be about) or unknown (nothing was found out). */
    result: 'yes' | 'no' | 'notApplicable' | 'unknown' | (string & {});
    /** What it is about. */
    category: 'document' | 'biometric' | 'fraud' | (string & {});
  }[];
}

export interface FullAutoBody {
  /** Always success. */
  status: 'success';
  /** Names the type of webhook. */
  eventType: 'fullauto';
  /** UUID of the session. */
  sessionId: string;
  /** UUID of the attempt that this is about. */
  attemptId: string;
  /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
  vendorData: string | null;
  /** Your UUID of the person, as sent when the session was created; null when none was sent. */
  endUserId: string | null;
  /** Version of the shape of this body. */
  version: '1.0.0';
  /** When the session was created. */
  acceptanceTime: string;
  /** When the event was recorded. */
  time: string;
  /** The content. */
  data: {
    /** The session. */
    verification: FullAutoVerification;
  };
}

export interface FullAutoDecisionBody {
  /** Always success. */
  status: 'success';
  /** The decision; null while there is none. */
  verification: FullAutoVerification | null;
}

export interface IneRegistryWebhookBody {
  /** Names the type of webhook. */
  eventType: 'ine_registry';
  /** UUID of the session. */
  sessionId: string;
  /** UUID of the attempt that this is about. */
  attemptId: string;
  /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
  vendorData: string | null;
  /** Your UUID of the person, as sent when the session was created; null when none was sent. */
  endUserId: string | null;
  /** Version of the shape of this body. */
  version: '1.0.0';
  /** When the event was recorded. */
  time: string;
  /** The content. */
  data: {
    /** State of the card in Spanish; registry_unavailable without an answer. */
    status: string;
    /** 200 with an answer, 503 without one. */
    code: 200 | 503 | (number & {});
    /** The result; null without an answer. */
    details: IneRegistryBody | null;
  };
}

export interface CurpRegistryWebhookBody {
  /** Names the type of webhook. */
  type: 'curp_registry';
  /** UUID of the session. */
  id: string;
  /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
  vendorData: string | null;
  /** Your UUID of the person, as sent when the session was created; null when none was sent. */
  endUserId: string | null;
  /** Version of the shape of this body. */
  version: '1.0.0';
  /** The content. */
  data: {
    /** UUID of the attempt that this is about. */
    attemptId: string;
    /** Always curp_registry. */
    name: 'curp_registry';
    /** Whether the code was found; error without an answer. */
    status: 'found' | 'not_found' | 'error' | (string & {});
    /** 200 found, 404 not found, 503 without an answer. */
    code: 200 | 404 | 503 | (number & {});
    /** The result; null without an answer. */
    details: {
      /** State of the code, such as AN for regular; null if it was not found. */
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
      /** The code that is in force; null if it was not found. */
      curp: string | null;
      /** State of the code in Spanish; null if it was not found. */
      description: string | null;
    } | null;
  };
}

export interface CombinedRegistryWebhookBody {
  /** Names the type of webhook. */
  eventType: 'combined-ine-curp-registry';
  /** UUID of the session. */
  sessionId: string;
  /** UUID of the attempt that this is about. */
  attemptId: string;
  /** Your own text about the person, unchanged as sent when the session was created; null when none was sent. */
  vendorData: string | null;
  /** Your UUID of the person, as sent when the session was created; null when none was sent. */
  endUserId: string | null;
  /** Version of the shape of this body. */
  version: '1.0.0';
  /** When the event was recorded. */
  time: string;
  /** The content. */
  data: {
    /** found if one of the two was found; error without an answer. */
    status: 'found' | 'not_found' | 'error' | (string & {});
    /** 200 found, 404 not found, 503 without an answer. */
    code: 200 | 404 | 503 | (number & {});
    /** Both results; null without an answer. */
    details: CombinedRegistryData | null;
  };
}

export interface Problem {
  /** Always fail. */
  status: 'fail';
  /** Error code: digits that keep their meaning. Decide by it and by the HTTP status. */
  code: string;
  /** One sentence for people; its words may change. */
  message: string;
}

export interface FeedbackProblem {
  /** Error code: digits or a name, which keep their meaning. */
  code: string;
  /** One sentence for people; its words may change. */
  message: string;
}

/** Body of a webhook by its type. */
export interface WebhookBodies {
  decision: DecisionWebhookBody;
  event: EventBody;
  'watchlist-screening': WatchlistResult;
  'user-defined-status': UserStatusBody;
  'full-auto': FullAutoBody;
  'ine-registry': IneRegistryWebhookBody;
  'curp-registry': CurpRegistryWebhookBody;
  'ine-curp-registry': CombinedRegistryWebhookBody;
}
