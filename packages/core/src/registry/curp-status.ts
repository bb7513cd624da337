import { type CurpStatus, curpStatuses } from '@countersign/contract';

/** What a status of the population registry means. */
export interface CurpState {
  kind: 'active' | 'inactive';
  /** Spanish display text. */
  description: string;
}

/** @see spec/registries.md 14 */
const states: Readonly<Record<CurpStatus, CurpState>> = {
  AN: { kind: 'active', description: 'Registro normal' },
  AH: { kind: 'active', description: 'Registro con homonimia' },
  CRA: { kind: 'active', description: 'Registro reactivado' },
  CU: { kind: 'active', description: 'Registro reactivado' },
  RCN: { kind: 'active', description: 'Cambio que no afecta a la CURP' },
  RCC: { kind: 'active', description: 'Cambio que afecta a la CURP' },
  BD: { kind: 'inactive', description: 'Baja por defunción' },
  BDA: { kind: 'inactive', description: 'Baja por duplicidad' },
  BCC: { kind: 'inactive', description: 'Baja por cambio de CURP' },
  BCN: { kind: 'inactive', description: 'Baja que no afecta a la CURP' },
  BAP: { kind: 'inactive', description: 'Baja por documento apócrifo' },
  BSU: { kind: 'inactive', description: 'Baja sin uso' },
  BJD: { kind: 'inactive', description: 'Baja judicial' },
  BDP: { kind: 'inactive', description: 'Baja administrativa' },
};

/** The status as the interface spells it. @returns `null` for a status outside the interface's closed list @see spec/contract.md A-77 */
export function curpStatusOf(received: string): CurpStatus | null {
  return curpStatuses.find((status) => status === received) ?? null;
}

/** Kind and display text of a status; `null` for a status outside the list. @see spec/registries.md 14 */
export function curpStateOf(received: string): CurpState | null {
  const status = curpStatusOf(received);
  return status && states[status];
}
