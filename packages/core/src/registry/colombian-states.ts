/** States of a card in the civil registry. @see spec/registries.md 6.2 */

/** What a state means for the decision. */
export type CoStanding = 'in_force' | 'deceased' | 'invalid' | 'pending';

export interface CoState {
  standing: CoStanding;
  /** For the operator; in English, as in the specification. */
  meaning: string;
}

const table: readonly (readonly [codes: readonly number[], standing: CoStanding, meaning: string])[] = [
  [[0, 1], 'in_force', 'in force'],
  [[12], 'in_force', 'in force; political rights lost or suspended'],
  [[14], 'in_force', 'in force; judicial interdiction'],
  [[21, 51], 'deceased', 'cancelled by death'],
  [[22], 'invalid', 'double card'],
  [[52], 'invalid', 'attempted double card, not issued'],
  [[23], 'invalid', 'impersonation or false identity'],
  [[53], 'invalid', 'impersonation or false identity; not issued'],
  [[24], 'invalid', 'minor'],
  [[54], 'invalid', 'minor; not issued'],
  [[25], 'invalid', 'foreigner'],
  [[55], 'invalid', 'foreigner; not issued'],
  [[28], 'invalid', 'foreigner without naturalisation'],
  [[26], 'invalid', 'badly produced'],
  [[56], 'invalid', 'badly produced; not issued'],
  [[27], 'invalid', 'cancelled, number reassigned'],
  [[88], 'pending', 'pending: reprocessing'],
  [[99], 'pending', 'pending: being issued'],
];

const states: ReadonlyMap<number, CoState> = new Map(
  table.flatMap(([codes, standing, meaning]) => codes.map((code) => [code, { standing, meaning }] as const)),
);

/** The state for a code of the registry; `null` for an unknown code, which makes the answer unusable. */
export const colombianState = (code: number): CoState | null => states.get(code) ?? null;
