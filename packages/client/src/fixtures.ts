// Written by `npm run client-types` from the examples of packages/contract. Do not edit.

import type { WebhookBodies } from './wire.ts';

/** An invented body for every type of webhook. */
export const fixtures: WebhookBodies = {
  decision: {
    status: 'success',
    verification: {
      id: '0d34237e-ef80-43c9-bc35-f8fed60ce108',
      attemptId: 'e03e06f9-3b25-4ed0-9beb-0730b1245420',
      vendorData: 'br-5521',
      endUserId: null,
      status: 'declined',
      code: 9102,
      reason: 'Field value mismatch',
      reasonCode: 903,
      decisionTime: '2026-11-20T13:40:12.300Z',
      acceptanceTime: '2026-11-20T13:38:55.702Z',
      submissionTime: '2026-11-20T13:40:05.118420Z',
      person: {
        firstName: 'Tainá',
        lastName: 'Corvalho Neris',
        citizenship: null,
        idNumber: '90000001066',
        gender: 'F',
        dateOfBirth: '1990-11-23',
        yearOfBirth: '1990',
        placeOfBirth: null,
        nationality: null,
        pepSanctionMatch: null,
      },
      document: {
        number: null,
        type: 'DRIVERS_LICENSE',
        country: 'BR',
        state: null,
        validFrom: null,
        validUntil: '2031-04-30',
      },
      registryValidations: {
        BR_CPF: {
          status: 'failure',
          data: null,
          validations: {
            person_registered: {
              result: 'success',
              reason: null,
            },
            selfie_registry_match: {
              result: 'success',
              reason: null,
            },
            name_match: {
              result: 'success',
              reason: null,
            },
            date_of_birth_match: {
              result: 'failure',
              reason: 'value_mismatch',
            },
            drivers_license_number_match: {
              result: 'success',
              reason: null,
            },
            drivers_license_valid_until_match: {
              result: 'not_applicable',
              reason: 'output_not_received',
            },
          },
          error: null,
          timestamp: '2026-11-20T13:40:11.941Z',
        },
      },
      additionalVerifiedData: {},
      comments: [],
    },
    technicalData: {
      ip: null,
    },
  },
  event: {
    id: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
    attemptId: 'bbd09660-d069-4140-bb59-6658ccad8216',
    feature: 'selfid',
    code: 7002,
    action: 'submitted',
    vendorData: 'customer-70341',
    endUserId: '5c22e2e1-4416-42c2-a589-16ad2b536b95',
  },
  'watchlist-screening': {
    checkType: 'initial_result',
    attemptId: 'a95cab70-cf3c-4b59-a75e-3be8e70d63e7',
    sessionId: '6daf5736-30eb-4a4a-8e70-68e483338f76',
    vendorData: 'aml-0093',
    endUserId: '4f511cad-e0ba-4bb7-a735-61fae67e4d9e',
    reviewStatus: 'potential_match',
    matchStatus: 'possible_match',
    hasUnacknowledgedChanges: false,
    monitorStatus: 'enabled',
    searchTerm: {
      name: 'Dario Velmont',
      year: '1971',
      lists: ['SANCTIONS', 'PEP_CLASS_1', 'PEP_CLASS_2', 'ADVERSE_MEDIA', 'FITNESS_PROBITY', 'WARNINGS'],
      countries: ['CO'],
      exactMatch: false,
      matchThreshold: 80,
      excludeDeceased: false,
    },
    totalHits: 2,
    createdAt: '2026-11-20T10:20:04.118Z',
    hits: [
      {
        id: 'ae848cc3-cf05-49c4-9aa4-e072c4dfae0f',
        matchStatus: 'true_match',
        riskLevel: 'high',
        matchedName: 'Dario Velmont',
        countries: ['Colombia'],
        dateOfBirth: '1971',
        dateOfDeath: null,
        matchTypes: ['aka_exact', 'year_of_birth'],
        aka: ['Dario Velmonte Ruiz', 'D. V. Ruiz'],
        associates: ['Orlan Petrusek'],
        listingsRelatedToMatch: {
          warnings: [
            {
              sourceName: 'Example Police Notices',
              sourceUrl: 'https://notices.example.org/8821',
              date: null,
            },
          ],
          sanctions: [
            {
              sourceName: 'Example Consolidated List',
              sourceUrl: 'https://lists.example.org/consolidated',
              date: '2019-03-05T00:00:00Z',
            },
          ],
          fitnessProbity: [
            {
              sourceName: 'Example Register of Disqualified Directors',
              sourceUrl: 'https://register.example.org/d/55',
            },
          ],
          pep: [],
          adverseMedia: [
            {
              sourceName: 'Example Daily',
              sourceUrl: 'https://news.example.org/a/417',
              date: '2020-09-23T00:00:00Z',
              snippet: 'An invented article that mentions the name.',
            },
          ],
        },
      },
      {
        id: '3b205fd5-470a-433a-98ea-a103e0ee9b3e',
        matchStatus: 'potential_match',
        matchedName: 'Darío Velmond',
        countries: ['Colombia', 'Spain'],
        dateOfBirth: '1971-10-30',
        dateOfDeath: null,
        matchTypes: ['name_fuzzy', 'year_of_birth'],
        aka: [],
        associates: [],
        listingsRelatedToMatch: {
          warnings: [],
          sanctions: [],
          fitnessProbity: [],
          pep: [
            {
              sourceName: 'Example Parliament Members',
              sourceUrl: 'https://pep.example.org/m/12',
            },
          ],
          adverseMedia: [],
        },
      },
    ],
  },
  'user-defined-status': {
    eventType: 'user-status.created',
    sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
    attemptId: 'bbd09660-d069-4140-bb59-6658ccad8216',
    vendorData: 'customer-70341',
    endUserId: '5c22e2e1-4416-42c2-a589-16ad2b536b95',
    time: '2026-11-20T11:30:00.533Z',
    data: {
      verification: {
        id: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
        userDefinedData: {
          status: 'Account opened',
          statusCode: 'account_opened',
          reason: 'Opened after a call with the branch',
          reasonCode: null,
          createdAt: '2026-11-20T11:30:00.480Z',
        },
      },
    },
  },
  'full-auto': {
    status: 'success',
    eventType: 'fullauto',
    sessionId: '3866350f-8e5c-4a91-ad13-bea109d2f29b',
    attemptId: '89b0f369-7d88-4275-a4c7-4d7eff41417b',
    vendorData: 'fa-77',
    endUserId: null,
    version: '1.0.0',
    acceptanceTime: '2026-11-20T09:00:12.440Z',
    time: '2026-11-20T09:01:02.035Z',
    data: {
      verification: {
        decisionScore: 0.98,
        decision: 'approved',
        person: {
          firstName: {
            confidenceCategory: 'high',
            value: 'LIISA',
            sources: ['MRZ', 'VIZ'],
          },
          lastName: {
            confidenceCategory: 'high',
            value: 'MAASIKAS',
            sources: ['MRZ', 'VIZ'],
          },
          dateOfBirth: {
            confidenceCategory: 'high',
            value: '1991-03-14',
            sources: ['MRZ', 'VIZ'],
          },
          gender: {
            confidenceCategory: 'high',
            value: 'F',
            sources: ['MRZ', 'VIZ'],
          },
          idNumber: {
            confidenceCategory: 'medium',
            value: '49103149907',
            sources: ['VIZ'],
          },
          nationality: {
            confidenceCategory: 'high',
            value: 'EE',
            sources: ['MRZ', 'VIZ'],
          },
          address: {
            confidenceCategory: null,
            value: null,
            components: {},
            sources: [],
          },
          placeOfBirth: {
            confidenceCategory: 'medium',
            value: 'TARTU',
            sources: ['VIZ'],
          },
          foreignerStatus: null,
          occupation: null,
          employer: null,
          extraNames: null,
        },
        document: {
          number: {
            confidenceCategory: 'high',
            value: 'KQ0914725',
            sources: ['MRZ', 'VIZ'],
          },
          type: {
            value: 'passport',
          },
          country: {
            value: 'EE',
          },
          validUntil: {
            confidenceCategory: 'high',
            value: '2032-05-28',
            sources: ['MRZ', 'VIZ'],
          },
          validFrom: {
            confidenceCategory: 'high',
            value: '2022-05-28',
            sources: ['VIZ'],
          },
          firstIssue: null,
          placeOfIssue: null,
          processNumber: null,
          residencePermitType: null,
          licenseNumber: null,
        },
        insights: [
          {
            label: 'documentAccepted',
            result: 'yes',
            category: 'document',
          },
          {
            label: 'documentRecognised',
            result: 'yes',
            category: 'document',
          },
          {
            label: 'documentNotExpired',
            result: 'yes',
            category: 'document',
          },
          {
            label: 'documentFrontImageAvailable',
            result: 'yes',
            category: 'document',
          },
          {
            label: 'documentFrontFullyVisible',
            result: 'yes',
            category: 'document',
          },
          {
            label: 'documentBackImageAvailable',
            result: 'notApplicable',
            category: 'document',
          },
          {
            label: 'documentBackFullyVisible',
            result: 'notApplicable',
            category: 'document',
          },
          {
            label: 'documentImageQualitySufficient',
            result: 'yes',
            category: 'document',
          },
          {
            label: 'validDocumentAppearance',
            result: 'yes',
            category: 'document',
          },
          {
            label: 'physicalDocumentPresent',
            result: 'yes',
            category: 'document',
          },
          {
            label: 'faceImageAvailable',
            result: 'yes',
            category: 'biometric',
          },
          {
            label: 'faceImageQualitySufficient',
            result: 'yes',
            category: 'biometric',
          },
          {
            label: 'faceLiveness',
            result: 'yes',
            category: 'biometric',
          },
          {
            label: 'faceSimilarToPortrait',
            result: 'yes',
            category: 'biometric',
          },
          {
            label: 'faceNotInBlocklist',
            result: 'yes',
            category: 'biometric',
          },
          {
            label: 'allowedIpLocation',
            result: 'yes',
            category: 'fraud',
          },
          {
            label: 'expectedTrafficBehaviour',
            result: 'yes',
            category: 'fraud',
          },
        ],
      },
    },
  },
  'ine-registry': {
    eventType: 'ine_registry',
    sessionId: '24aeabaf-8cf9-47bd-a806-5907f11282b5',
    attemptId: '6dacb434-d4e3-4c78-b639-04b112aa493d',
    vendorData: 'mx-118',
    endUserId: null,
    version: '1.0.0',
    time: '2026-11-20T17:05:00.287Z',
    data: {
      status: 'Vigente como medio de identificación y para votar',
      code: 200,
      details: {
        active: true,
        documentState: 'Vigente como medio de identificación y para votar',
      },
    },
  },
  'curp-registry': {
    type: 'curp_registry',
    id: '24aeabaf-8cf9-47bd-a806-5907f11282b5',
    vendorData: 'mx-118',
    endUserId: null,
    version: '1.0.0',
    data: {
      attemptId: '6dacb434-d4e3-4c78-b639-04b112aa493d',
      name: 'curp_registry',
      status: 'found',
      code: 200,
      details: {
        statusCurp: 'RCN',
        curp: 'NUGM900202MJCXRN05',
        description: 'Cambio que no afecta a la CURP',
      },
    },
  },
  'ine-curp-registry': {
    eventType: 'combined-ine-curp-registry',
    sessionId: '620dc132-1f0d-409f-981d-ba68748a838e',
    attemptId: 'b7fe02eb-6a1a-405c-a920-cce9645bed89',
    vendorData: null,
    endUserId: null,
    version: '1.0.0',
    time: '2026-11-20T17:09:41.003Z',
    data: {
      status: 'found',
      code: 200,
      details: {
        ine: {
          active: false,
          status: 'no_vigente',
          information: 'Credencial no vigente',
          electorKey: 'PRLPJN85010109H100',
          federalDistrict: '12',
          ocr: '4098000000001',
          registrationYear: '2003',
          issueYear: '2008',
          validUntil: '2018',
          ifeIdentifier: '000000001',
        },
        curp: {
          curp: 'PELJ850101HDFRPN06',
          statusCurp: 'AN',
          names: 'JUAN',
          paternalSurname: 'PEREZ',
          maternalSurname: 'LOPEZ',
          gender: 'M',
          dateOfBirth: '1985-01-01',
          birthRegion: 'DF',
          documentEvidence: {
            book: '3',
            sheet: '117',
            volume: null,
            actNumber: '00231',
          },
        },
      },
    },
  },
};
