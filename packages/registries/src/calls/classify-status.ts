import type { TechnicalCause } from '@countersign/core';
import type { ClassifyStatus } from './registry-http.ts';

const causes: Readonly<Record<number, TechnicalCause>> = {
  204: 'malformed_body',
  400: 'config',
  404: 'unexpected_status',
  405: 'unexpected_status',
  406: 'config',
  410: 'unexpected_status',
  422: 'unexpected_status',
};

/**
 * Default interpretation of a status, for registries without one of their own; failures of the transport never get here.
 * @see spec/registries.md 9
 */
export const classifyStatus: ClassifyStatus = ({ status, at, attempts }) => ({
  kind: 'technical',
  cause: causes[status] ?? 'unexpected_status',
  attempts,
  at,
  httpStatus: status,
});
