import { formOf, pictureFindings } from '@countersign/findings';
import {
  createInspector,
  type Inspector,
  type InspectorOptions,
} from '../src/inspection/create-inspector.ts';
import type { InspectedFindings } from '../src/inspection/picture-findings.ts';

const form = formOf(pictureFindings);

/** Findings as they are sent on. @throws Error that names the member whose form the service would not take */
export function takenAsSent(findings: InspectedFindings): InspectedFindings {
  const sent: unknown = JSON.parse(JSON.stringify(findings));
  if (!form.matches(sent)) throw new Error(`the service would not take ${form.faultOf(sent)}`);
  return findings;
}

/** An inspector whose every answer is held against the form that the service demands. */
export async function openCheckedInspector(options: InspectorOptions): Promise<Inspector> {
  const inspector = await createInspector(options);
  return { ...inspector, inspect: async (input) => takenAsSent(await inspector.inspect(input)) };
}
