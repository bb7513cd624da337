/**
 * Causes that are more specific than the row of their reason code. Each has the sentence that is sent as `verification.reason` instead of
 * the row's. A cause never changes `reasonCode`, and the sentence is the same with and without granular codes.
 * @see spec/contract.md A-130
 */
export const reasonCauses = {
  sides_differ: 'The front and the back belong to different documents',
  birth_date_differs: 'The date of birth supplied does not match the document',
  birth_date_incomplete: 'The date of birth on the document is incomplete',
  country_differs: 'The document is not of the country supplied',
  type_differs: 'The document is not of the type supplied',
  number_differs: 'The document number supplied does not match the document',
  id_number_differs: 'The personal number supplied does not match the document',
  gender_differs: 'The gender supplied does not match the document',
  face_doubtful: 'The face does not clearly match the document photo',
  reference_doubtful: 'The face does not clearly match the reference photo',
  portrait_unclear: 'The photo on the document is not clearly visible',
  document_as_selfie: 'The face image shows the document',
  selfie_unopened: 'The face image could not be opened',
  document_unopened: 'The document picture could not be opened',
  selfie_again: 'A new picture of the face is needed',
  document_again: 'A new picture of the document is needed',
  print_unconfirmed: 'The document data could not be confirmed',
  print_hidden: 'The data printed on the document are not clearly visible',
  other_end_user: 'The same person was approved for another end-user',
} as const;

/** Why a decision has its code, where the code's own text is less specific. */
export type ReasonCause = keyof typeof reasonCauses;
