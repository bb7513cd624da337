import { useQuery } from '@tanstack/react-query';
import type { PrintedAlert } from '../../service/printed.ts';
import { verbQuery } from '../../service/queries.ts';

export const alertsQuery = verbQuery<PrintedAlert[]>('alerts list', { live: true });

/** Whether an alert can be dismissed: the others go when what they stand for is done, and have panels of their own. */
export const isResolvable = (alert: PrintedAlert): alert is PrintedAlert & { id: string } =>
  alert.id !== null;

/** What the head of the page counts. */
export function useOverview() {
  const alerts = useQuery(alertsQuery);
  return { alerts };
}
