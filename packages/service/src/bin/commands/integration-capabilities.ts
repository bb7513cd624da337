import { formatOf } from '@countersign/command-line';
import { exportCapabilities } from '../../usecases/integration/export-capabilities.ts';
import { type Command, done, exampleId, identifier, notDone } from '../command.ts';

/** The verb that prints what an integration can do. */
export const integrationCapabilityCommands: Command[] = [
  {
    name: 'integration capabilities',
    about:
      'prints the capabilities of an integration, setting by setting with default and effect, for a ticket; no secret',
    arguments: ['INTEGRATION'],
    options: {},
    example: `integration capabilities ${exampleId.integration} --json`,
    run: async (ctx, input) => {
      const matrix = await exportCapabilities(ctx)(identifier(input, 0));
      if (matrix === null) return notDone('unknown-integration');
      return done(formatOf(input) === 'json' ? matrix : matrix.capabilities);
    },
  },
];
