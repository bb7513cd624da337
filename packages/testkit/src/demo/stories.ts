import { namedCases, type SpecimenCase } from '@countersign/specimens';

/** A person's verification, and its expected outcome. */
export interface Story {
  title: string;
  draw(): Promise<SpecimenCase>;
  expected: { status: string; reasonCode: number | null };
}

/** Stories of `npm run demo`, in order. All people in them are drawn and invented. */
export const identityStories: readonly Story[] = [
  {
    title: 'Liisa Maasikas with her own passport',
    draw: () => namedCases.approvedPerson(),
    expected: { status: 'approved', reasonCode: null },
  },
  {
    title: 'a look-alike holding somebody else’s passport',
    draw: () => namedCases.lookAlike(),
    expected: { status: 'declined', reasonCode: 103 },
  },
  {
    title: 'Liisa again, her passport hopelessly blurred',
    draw: () => namedCases.blurredDocument(),
    expected: { status: 'resubmission_requested', reasonCode: 204 },
  },
  {
    title: 'a passport whose machine-readable zone names another person than its print',
    draw: () => namedCases.forgedZone(),
    expected: { status: 'declined', reasonCode: 102 },
  },
];
