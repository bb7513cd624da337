import { formatOf } from '@countersign/command-line';
import { exportCapabilities } from '../../usecases/integration/export-capabilities.ts';
import { type Command, done, exampleId, identifier, notDone } from '../command.ts';

/** The verb that prints what an integration can do. */
export const integrationCapabilityCommands: Command[] = [
  {
    name: 'integration capabilities',
    about:
      'prints every setting of an integration with its default and effect, without secrets, for a support ticket',
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
