import { Problem } from '@countersign/contract';

const detail = 'The query must have version=1.0.0, once.';

/** The query parameter `version`. @throws Problem parameter-missing, parameter-invalid @see spec/contract.md A-75 */
export function requireVersion(query: string): void {
  const versions = new URLSearchParams(query).getAll('version');
  if (versions.length !== 1 || versions[0] === '')
    throw new Problem('parameter-missing', { parameter: 'version', detail });
  if (versions[0] !== '1.0.0') throw new Problem('parameter-invalid', { parameter: 'version', detail });
}
