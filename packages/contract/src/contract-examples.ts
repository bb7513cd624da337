/**
 * The JSON examples of the contract by entry, in its order: invented people, example domains.
 * A test compares them with the contract's text.
 */
export const contractExamples = {
  'A-25': [
    {
      verification: {
        callback: 'https://shop.example.com/verified',
        vendorData: 'customer-70341',
        endUserId: '5c22e2e1-4416-42c2-a589-16ad2b536b95',
        person: {
          firstName: 'Liisa',
          lastName: 'Maasikas',
          idNumber: '49103149907',
          gender: 'F',
          dateOfBirth: '1991-03-14',
          phoneNumber: '+372 555 0101',
          email: 'liisa.maasikas@mail.example',
        },
        document: {
          number: 'KQ0914725',
          country: 'EE',
          type: 'PASSPORT',
          validFrom: '2022-05-28',
          validUntil: '2032-05-28',
        },
        address: {
          country: 'EE',
          fullAddress: 'Näidise 1-2, Tartu',
        },
        consents: [
          {
            type: 'bipa',
            approved: true,
          },
        ],
      },
    },
  ],
  'A-27': [
    {
      status: 'success',
      verification: {
        id: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
        url: 'https://verify.example.com/v/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzZXNzaW9uX2lkIjoiNTA0M2RlNDMtODI4Yy00YjY4LTljYTAtMTVhMWI5ZWE1MDRkIiwiaWF0IjoxNzk1MTY4ODAwfQ.6ZGJ9y2kIiTdY8ig8X7ggM8ELXQ-nTOsQq3v21ryWas',
        vendorData: 'customer-70341',
        endUserId: '5c22e2e1-4416-42c2-a589-16ad2b536b95',
        host: 'https://verify.example.com',
        status: 'created',
        sessionToken:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzZXNzaW9uX2lkIjoiNTA0M2RlNDMtODI4Yy00YjY4LTljYTAtMTVhMWI5ZWE1MDRkIiwiaWF0IjoxNzk1MTY4ODAwfQ.6ZGJ9y2kIiTdY8ig8X7ggM8ELXQ-nTOsQq3v21ryWas',
      },
    },
  ],
  'A-33': [
    {
      status: 'success',
      verification: {
        id: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
      },
    },
  ],
  'A-34': [
    {
      verification: {
        vendorData: 'us-2201',
        person: {
          idNumber: '987-65-4329',
          firstName: 'Marlon',
          lastName: 'Tavistock',
          dateOfBirth: '1979-12-05',
        },
        address: {
          fullAddress: '12 Example Street, Springfield, IL 62701',
        },
      },
    },
  ],
  'A-36': [
    {
      image: {
        context: 'document-front',
        content:
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        timestamp: '2026-11-20T10:01:55.120Z',
      },
    },
  ],
  'A-39': [
    {
      status: 'success',
      image: {
        context: 'document-front',
        id: 'e5036051-1d5e-479b-b823-4f603677cd7e',
        name: 'document-front',
        timestamp: null,
        size: 70,
        mimetype: 'image/png',
        url: 'https://id.example.com/v1/media/e5036051-1d5e-479b-b823-4f603677cd7e',
        sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
      },
    },
  ],
  'A-42': [
    {
      status: 'success',
      images: [
        {
          id: 'e5036051-1d5e-479b-b823-4f603677cd7e',
          name: 'document-front',
          context: 'document-front',
          timestamp: null,
          size: 412873,
          mimetype: 'image/png',
          url: 'https://id.example.com/v1/media/e5036051-1d5e-479b-b823-4f603677cd7e',
          sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
        },
        {
          id: '4035a272-e794-4aa5-8a02-4f31a76092a2',
          name: 'face',
          context: 'face',
          timestamp: null,
          size: 287310,
          mimetype: 'image/jpeg',
          url: 'https://id.example.com/v1/media/4035a272-e794-4aa5-8a02-4f31a76092a2',
          sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
        },
      ],
      videos: [
        {
          id: '55d91ed0-6417-4a0f-8300-9bd8f1e36069',
          name: 'selfid_video',
          context: 'selfid_video',
          timestamp: null,
          size: 2190844,
          mimetype: 'video/mp4',
          url: 'https://id.example.com/v1/media/55d91ed0-6417-4a0f-8300-9bd8f1e36069',
          sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
          duration: '33.92',
        },
      ],
      nfcDocuments: [],
    },
  ],
  'A-44': [
    {
      status: 'success',
      verifications: [
        {
          id: '6d2ff606-e0ca-492c-acea-34990eaaddcb',
          status: 'approved',
          createdTime: '2026-11-20T10:09:02.115Z',
          userDefinedData: [
            {
              status: 'Account opened',
              statusCode: 'account_opened',
              reason: 'All documents received',
              reasonCode: 'all_documents_received',
              createdAt: '2026-11-20T11:30:00.480Z',
            },
          ],
        },
        {
          id: 'c0d7be2a-fe2d-4ccd-ac6b-6598bf192776',
          status: 'resubmission_requested',
          createdTime: '2026-11-20T10:00:00.000Z',
        },
      ],
    },
  ],
  'A-45': [
    {
      providerName: 'Fingerprints Example Ltd',
      person: {
        email: 'liisa.maasikas@mail.example',
        phoneNumber: '+372 555 0101',
      },
      network: {
        ip: {
          addressV4: '203.0.113.24',
        },
        mobileCarrier: 'Example Mobile',
        hostname: 'host-24.example.net',
        asn: {
          number: 64500,
          organization: 'Example Networks',
        },
      },
      device: {
        fingerprint: 'b6f0c1de7a29',
        model: 'Model 9',
        vendor: 'Example',
        type: 'mobile',
      },
      browser: {
        acceptLanguage: 'et-EE',
        userAgent: 'Mozilla/5.0 (Example)',
        timezoneOffset: 120,
      },
    },
    {
      status: 'success',
      data: {
        sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
        attemptId: 'bbd09660-d069-4140-bb59-6658ccad8216',
      },
    },
  ],
  'A-46': [
    {
      status: 'success',
      verification: null,
      technicalData: {
        ip: null,
      },
    },
  ],
  'A-56': [
    {
      status: 'success',
      verification: {
        id: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
        attemptId: 'bbd09660-d069-4140-bb59-6658ccad8216',
        vendorData: 'customer-70341',
        endUserId: '5c22e2e1-4416-42c2-a589-16ad2b536b95',
        status: 'approved',
        code: 9001,
        reason: null,
        reasonCode: null,
        decisionTime: '2026-11-20T10:04:38.912Z',
        acceptanceTime: '2026-11-20T10:00:00.000Z',
        submissionTime: '2026-11-20T10:04:31.207514Z',
        person: {
          firstName: 'LIISA',
          lastName: 'MAASIKAS',
          citizenship: null,
          idNumber: '49103149907',
          gender: 'F',
          dateOfBirth: '1991-03-14',
          yearOfBirth: '1991',
          placeOfBirth: 'TARTU',
          nationality: 'EE',
          pepSanctionMatch: null,
        },
        document: {
          number: 'KQ0914725',
          type: 'PASSPORT',
          country: 'EE',
          state: null,
          validFrom: '2022-05-28',
          validUntil: '2032-05-28',
        },
        additionalVerifiedData: {},
        comments: [],
        riskScore: {
          score: 0.07,
        },
        riskLabels: [
          {
            label: 'session_person_crosslinked_with_multiple_names',
            category: 'crosslinks',
            sessionIds: ['7eec8222-8d92-45c2-8c0b-3962106bed73'],
          },
        ],
      },
      technicalData: {
        ip: '203.0.113.24',
      },
    },
    {
      status: 'success',
      verification: {
        id: '01893009-00fc-4f83-b099-37658d1514ab',
        attemptId: '11d10259-2d8b-48c7-8330-1add58083710',
        vendorData: null,
        endUserId: null,
        status: 'expired',
        code: 9104,
        reason: null,
        reasonCode: null,
        decisionTime: null,
        acceptanceTime: '2026-11-13T09:12:44.031Z',
        submissionTime: null,
        person: {
          firstName: null,
          lastName: null,
          citizenship: null,
          idNumber: null,
          gender: null,
          dateOfBirth: null,
          yearOfBirth: null,
          placeOfBirth: null,
          nationality: null,
          pepSanctionMatch: null,
        },
        document: {
          number: null,
          type: null,
          country: null,
          state: null,
          validFrom: null,
          validUntil: null,
        },
        registryValidations: {},
        additionalVerifiedData: {},
        comments: [],
      },
      technicalData: {
        ip: null,
      },
    },
  ],
  'A-58': [
    {
      status: 'success',
      person: {
        id: 'd9fe4829-3712-44fa-8ab9-a8a2a280bcbc',
        firstName: 'Dario',
        lastName: 'Velmont',
        idCode: null,
        dateOfBirth: '1971-06-02',
        gender: 'M',
        nationality: null,
        placeOfBirth: null,
        citizenships: [],
        pepSanctionMatches: [
          {
            provider: 'countersign',
            numberOfMatches: 1,
            date: '2026-11-20T10:20:04.118Z',
            matches: [],
            hits: [
              {
                doc: {
                  id: 'EX-000417',
                  lastUpdatedUtc: '2026-10-02T00:00:00.000Z',
                  createdUtc: '2019-03-05T00:00:00.000Z',
                  fields: [
                    {
                      name: 'dateOfBirth',
                      source: 'example-consolidated-list',
                      value: '1971',
                    },
                    {
                      name: 'country',
                      source: 'example-consolidated-list',
                      value: 'Colombia',
                    },
                  ],
                  types: ['sanction'],
                  name: 'Dario Velmonte Ruiz',
                  entityType: 'person',
                  aka: [
                    {
                      name: 'Dario Velmont',
                    },
                  ],
                  associates: [
                    {
                      association: 'business partner',
                      name: 'Orlan Petrusek',
                    },
                  ],
                  sources: ['example-consolidated-list'],
                  keywords: [],
                  media: [
                    {
                      date: '2020-09-23T00:00:00Z',
                      snippet: 'An invented article that mentions the name.',
                      title: 'Invented headline',
                      url: 'https://news.example.org/a/417',
                    },
                  ],
                  assets: [
                    {
                      publicUrl: 'https://lists.example.org/417.jpg',
                      source: 'example-consolidated-list',
                      type: 'picture',
                    },
                  ],
                  sourceNotes: {
                    'example-consolidated-list': {
                      amlTypes: ['sanction'],
                      listingStartedUtc: '2019-03-05T00:00:00.000Z',
                      name: 'Example Consolidated List',
                      url: 'https://lists.example.org/consolidated',
                    },
                  },
                },
                matchTypes: ['aka_exact', 'year_of_birth'],
                matchTypesDetails: {
                  'Dario Velmont': {
                    matchTypes: {
                      dario: ['aka_exact'],
                      velmont: ['aka_exact'],
                    },
                    type: 'aka',
                  },
                },
                matchStatus: 'potential_match',
                isWhitelisted: false,
                score: 1.7,
              },
            ],
          },
        ],
      },
    },
  ],
  'A-62': [
    {
      status: 'success',
      verification: {
        id: '56a56d3b-2dbf-46b8-8ec6-9d2786bb8676',
        attemptId: 'e1965d2b-d5d2-4141-b9c0-158afe13f2ec',
        vendorData: 'co-3310',
        endUserId: null,
        status: 'approved',
        code: 9001,
        reason: null,
        reasonCode: null,
        decisionTime: '2026-11-20T15:11:09.044Z',
        acceptanceTime: '2026-11-20T15:10:58.500Z',
        submissionTime: '2026-11-20T15:11:06.731902Z',
        person: {
          firstName: 'María Gabriela',
          lastName: 'Núñez García',
          citizenship: null,
          idNumber: null,
          gender: 'F',
          dateOfBirth: '1994-08-17',
          yearOfBirth: '1994',
          placeOfBirth: null,
          nationality: null,
          pepSanctionMatch: null,
          fullName: 'María Gabriela Núñez García',
          addresses: [
            {
              fullAddress: 'Calle 12 # 34-56, Bogotá',
            },
          ],
        },
        document: {
          number: '9000000001',
          type: 'ID_CARD',
          country: 'CO',
          state: null,
          validFrom: null,
          validUntil: null,
        },
        additionalVerifiedData: {
          registryValidation: {
            countryRegistry: 'CO',
            registryName: 'Registraduría Nacional del Estado Civil',
            fullNameSimilarity: 100,
            documentValid: true,
            personIsAlive: true,
          },
        },
        comments: [],
      },
      technicalData: {
        ip: null,
      },
    },
    {
      registryValidation: {
        countryRegistry: null,
        registryName: null,
        fullNameSimilarity: null,
        documentValid: null,
        personIsAlive: null,
        error: ['Unable to get response from registry'],
      },
    },
  ],
  'A-63': [
    {
      status: 'success',
      data: null,
    },
  ],
  'A-64': [
    {
      status: 'success',
      data: {
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
    },
  ],
  'A-69': [
    {
      checkType: 'initial_result',
      attemptId: '5d39d86f-6206-4088-923f-c3510e1b5e71',
      sessionId: 'c3f12064-986c-4cac-8dbf-e5300e778c45',
      vendorData: null,
      endUserId: null,
      matchStatus: 'possible_match',
      monitorStatus: 'enabled',
      searchTerm: {
        name: 'Ilse Karvonnen',
        year: '1960',
        lists: ['SANCTIONS', 'WARNINGS'],
      },
      totalHits: 1,
      createdAt: '2026-11-20T12:00:10.006Z',
      hits: [
        {
          matchedName: 'Ilse Karvonen',
          countries: ['Finland'],
          dateOfBirth: '1963',
          dateOfDeath: null,
          matchTypes: ['name_fuzzy'],
          aka: ['I. Karvonen'],
          associates: [],
          listingsRelatedToMatch: {
            warnings: [
              {
                sourceName: 'Example Regulator Warnings',
                sourceUrl: 'https://regulator.example.org/w/3',
                date: null,
              },
            ],
            sanctions: [],
            fitnessProbity: [],
            pep: [],
            adverseMedia: [],
          },
        },
      ],
    },
  ],
  'A-70': [
    {
      hit: {
        id: 'ae848cc3-cf05-49c4-9aa4-e072c4dfae0f',
        matchStatus: 'true_match',
        riskLevel: 'high',
      },
    },
    {
      status: 'fail',
      code: '1304',
      message: 'Watchlist screening is already disabled',
    },
  ],
  'A-71': [
    {
      status: 'success',
      data: {
        attemptId: 'a95cab70-cf3c-4b59-a75e-3be8e70d63e7',
        sessionId: '6daf5736-30eb-4a4a-8e70-68e483338f76',
        vendorData: 'aml-0093',
        reviewStatus: 'potential_match',
        hasUnacknowledgedChanges: false,
        monitorStatus: 'enabled',
        hit: {
          id: 'ae848cc3-cf05-49c4-9aa4-e072c4dfae0f',
          matchStatus: 'true_match',
          riskLevel: 'high',
        },
      },
    },
  ],
  'A-76': [
    {
      active: true,
      documentState: 'Vigente como medio de identificación y para votar',
    },
  ],
  'A-77': [
    {
      statusCurp: 'AN',
      curp: 'NUGM900202MJCXRN05',
    },
  ],
  'A-78': [
    {
      data: {
        ine: {
          active: true,
          status: 'vigente',
          information: 'Vigente como medio de identificación y para votar',
          electorKey: 'PRLPJN85010109H100',
          federalDistrict: '12',
          ocr: '4098000000001',
          registrationYear: '2003',
          issueYear: '2021',
          validUntil: '2031',
          ineIdentifier: '000000001',
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
  ],
  'A-80': [
    {
      categories: [
        {
          category: 'document_is_manipulated',
          description: 'The document was altered.',
        },
        {
          category: 'document_shown_from_screen',
          description: 'The document was shown on a screen.',
        },
        {
          category: 'document_is_printed_copy',
          description: 'The document was a printed copy.',
        },
        {
          category: 'selfie_shown_from_screen',
          description: 'The selfie was taken from a screen.',
        },
        {
          category: 'selfie_is_manipulated',
          description: 'The selfie was altered.',
        },
        {
          category: 'selfie_document_portrait_mismatch',
          description: 'The selfie and the portrait show different people.',
        },
        {
          category: 'injected_media',
          description: 'The media did not come from the camera.',
        },
      ],
    },
  ],
  'A-81': [
    {
      reports: [
        {
          sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
          categories: ['document_is_printed_copy'],
          comment: 'Paper edges visible',
        },
        {
          sessionId: '640a91a9-18e8-41e6-8fe5-bf7b620c81b3',
          categories: ['injected_media'],
          comment: null,
        },
      ],
    },
    {
      reports: [
        {
          sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
          status: 'reported',
          reportId: 'c1fd1d11-fe82-4d90-a2b2-bc47220ab3b2',
          details: null,
        },
        {
          sessionId: '640a91a9-18e8-41e6-8fe5-bf7b620c81b3',
          status: 'error',
          reportId: null,
          details: 'The session was not found.',
        },
      ],
      processedCount: 2,
      reportedCount: 1,
      errorCount: 1,
    },
  ],
  'A-82': [
    {
      sessionIds: ['5043de43-828c-4b68-9ca0-15a1b9ea504d', '640a91a9-18e8-41e6-8fe5-bf7b620c81b3'],
    },
    {
      reports: [
        {
          sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
          status: 'FOUND',
          details: {
            reportId: 'c1fd1d11-fe82-4d90-a2b2-bc47220ab3b2',
            sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
            reportedBy: 'api',
            status: 'Reviewed',
            verifiedAt: '2026-11-20T10:04:38.912Z',
            reportedAt: '2026-11-21T08:15:00.204Z',
            reviewedAt: '2026-11-22T14:40:31.770Z',
            fraudTypeReported: ['document_is_printed_copy'],
            customerComment: 'Paper edges visible',
            initialDecision: 'approved',
            finalDecision: 'approved',
            reviewDecision: 'Disagree',
            resetFp: false,
            decisionErrorDescription: null,
          },
          errorMessage: null,
        },
        {
          sessionId: '640a91a9-18e8-41e6-8fe5-bf7b620c81b3',
          status: 'NOT_FOUND',
          details: null,
          errorMessage: 'No report was found.',
        },
      ],
      processedCount: 2,
      foundCount: 1,
      notFoundCount: 1,
    },
  ],
  'A-83': [
    {
      code: '1819',
      message: 'The signature does not match the request body.',
    },
  ],
  'A-88': [
    {
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
  ],
  'A-90': [
    {
      id: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
      attemptId: 'bbd09660-d069-4140-bb59-6658ccad8216',
      feature: 'selfid',
      code: 7002,
      action: 'submitted',
      vendorData: 'customer-70341',
      endUserId: '5c22e2e1-4416-42c2-a589-16ad2b536b95',
    },
  ],
  'A-91': [
    {
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
  ],
  'A-92': [
    {
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
  ],
  'A-93': [
    {
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
  ],
  'A-94': [
    {
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
  ],
  'A-95': [
    {
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
  ],
  'A-247': [
    {
      advanceSeconds: 604800,
    },
    {
      status: 'success',
      data: {
        advancedSeconds: 604800,
      },
    },
  ],
  'A-270': [
    {
      score: 95.7,
      summary:
        'The names agree except for one letter (“Velmont”, “Velmond”); the year of birth agrees; a country is shared. A full birth date would settle it.',
      settledBy: ['birthDate'],
      evidence: [
        {
          field: 'name',
          subject: 'Dario Velmont',
          listed: 'Darío Velmond',
          relation: 'compared',
          points: 100,
        },
        { field: 'name', subject: 'Dario', listed: 'Darío', relation: 'same', points: 0 },
        { field: 'name', subject: 'Velmont', listed: 'Velmond', relation: 'one_letter', points: -9.3 },
        { field: 'name', subject: null, listed: null, relation: 'calibration', points: 0 },
        { field: 'birthDate', subject: '1971', listed: '1971-10-30', relation: 'same_year', points: 3 },
        { field: 'country', subject: 'CO', listed: 'CO, ES', relation: 'shared', points: 2 },
        { field: 'gender', subject: null, listed: null, relation: 'unknown', points: 0 },
        { field: 'identifier', subject: null, listed: null, relation: 'unknown', points: 0 },
      ],
    },
  ],
} as const satisfies Record<string, readonly unknown[]>;
