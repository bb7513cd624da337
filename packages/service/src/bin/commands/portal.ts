import {
  type CommandInput,
  exitCodes,
  isGiven,
  nearest,
  optionalText,
  UsageError,
} from '@countersign/command-line';
import { portalRoles } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { sendMail } from '../../outbound/mail-sender.ts';
import type { Config } from '../../runtime/config.ts';
import { listOrganisations } from '../../storage/portal/organisations.ts';
import { assignIntegration } from '../../usecases/portal/integration/assign-integration.ts';
import { inviteFirst } from '../../usecases/portal/organisation/invite-person.ts';
import { clearAddresses, showRules } from '../../usecases/portal/organisation/organisation-rules.ts';
import { PortalRefused } from '../../usecases/portal/portal-refused.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone } from '../command.ts';
import { actorOption, historyOptions } from '../read-options.ts';

const emailForm = /^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\]+$/;

export function organisationName(text: string | undefined): string {
  const name = (text ?? '').trim();
  if (name === '' || name.length > 100)
    throw new UsageError(
      `--organisation: must be a name of 1 to 100 characters, not ${JSON.stringify(name)}`,
    );
  return name;
}

/** @throws UsageError */
function emailOf({ positionals: [email = ''] }: CommandInput): string {
  if (emailForm.test(email) && email.length <= 254) return email;
  throw new UsageError(`EMAIL: must be an e-mail address, not ${JSON.stringify(email)}`);
}

const noMail = (): CommandResult => ({
  exitCode: exitCodes.rejected,
  output: null,
  note: 'SMTP_URL: must be set, with MAIL_FROM, for e-mail to be sent; e.g. smtps://user:password@mail.example.com:465',
});

async function testMail(server: Config['mail'], to: string): Promise<CommandResult> {
  if (server === null) return noMail();
  const text = 'This is a test of the e-mail settings of Countersign. You do not need to do anything.\n';
  const result = await sendMail(server, { to, subject: 'Countersign sends e-mail', text });
  if (result.outcome === 'sent') return done({ to, outcome: 'sent' });
  const exitCode = result.outcome === 'refused' ? exitCodes.rejected : exitCodes.unavailable;
  return {
    exitCode,
    output: null,
    note: `${new URL(server.url).host}: must accept the e-mail; it answered ${result.reason}`,
  };
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Rejects a name that no organisation has, suggesting the one that was probably meant. */
function unknownOrganisation(name: string, known: readonly { name: string }[]): CommandResult {
  const names = known.map((one) => one.name);
  const meant = nearest(
    name.toLowerCase(),
    names.map((one) => one.toLowerCase()),
  );
  const found = names.find((one) => meant !== null && isSameName(one, meant));
  const advice = found === undefined ? 'lists them;' : `lists them; did you mean ${JSON.stringify(found)}?`;
  return {
    exitCode: exitCodes.notFound,
    output: { outcome: 'unknown-organisation' },
    note: `--organisation: must be the name of an organisation, not ${JSON.stringify(name)}; "portal organisations" ${advice} "portal invite --create" makes a new one`,
  };
}

export const unknownIn = async (ctx: ServiceContext, input: CommandInput): Promise<CommandResult> =>
  unknownOrganisation(
    organisationName(optionalText(input, 'organisation')),
    await listOrganisations(ctx.database),
  );

const ruledOption = {
  type: 'string',
  value: 'NAME',
  need: 'required',
  about: 'organisation',
} as const;

/** Verbs of the customer portal. */
export const portalCommands: Command[] = [
  {
    name: 'portal invite',
    about: 'invites a person into the portal; prints a link that works once, for 72 hours',
    arguments: ['EMAIL'],
    options: {
      organisation: {
        type: 'string',
        value: 'NAME',
        need: 'required',
        about:
          'organisation of the person, from "portal organisations"; the first invitation creates the organisation, which gets all integrations',
      },
      create: { type: 'boolean', about: 'creates the organisation if none has this name' },
      role: { type: 'string', value: 'ROLE', need: 'required', about: `one of ${portalRoles.join(', ')}` },
      reveal: {
        type: 'boolean',
        about:
          'grants the right to reveal personal data, which owners, admins and auditors have only by grant',
      },
      mail: { type: 'boolean', about: 'sends the link to the address over SMTP_URL instead of printing it' },
      by: historyOptions.by,
    },
    example: 'portal invite ada@example.com --organisation "Example Ltd" --role owner',
    run: async (ctx, input) => {
      const email = emailOf(input);
      const wanted = optionalText(input, 'role');
      const role = portalRoles.find((known) => known === wanted);
      if (role === undefined)
        throw new UsageError(
          `--role: must be one of ${portalRoles.join(', ')}, not ${JSON.stringify(wanted)}`,
        );
      try {
        const organisation = organisationName(optionalText(input, 'organisation'));
        const known = await listOrganisations(ctx.database);
        const isNew = !known.some(({ name }) => isSameName(name, organisation));
        if (isNew && known.length > 0 && !isGiven(input, 'create'))
          return unknownOrganisation(organisation, known);
        const reveal = input.options['reveal'] === true;
        const byMail = isGiven(input, 'mail');
        if (byMail && ctx.config.mail === null) return noMail();
        const { url, expiresAt } = await inviteFirst(ctx)({
          email,
          organisation,
          role,
          reveal,
          byMail,
          actor: actorOption(input),
        });
        const note = isNew ? `The organisation ${organisation} was made.` : undefined;
        return done(
          { email: email.toLowerCase(), organisation, role, url: byMail ? null : url, expiresAt },
          note,
        );
      } catch (error) {
        if (error instanceof PortalRefused) return notDone(error.code);
        throw error;
      }
    },
  },
  {
    name: 'portal test-mail',
    about: 'sends a test e-mail over SMTP_URL; prints the result',
    arguments: ['EMAIL'],
    options: {},
    example: 'portal test-mail ada@example.com',
    run: async ({ config }, input) => testMail(config.mail, emailOf(input)),
  },
  {
    name: 'portal organisations',
    about: 'lists the organisations of the portal, the default one first',
    arguments: [],
    options: {},
    example: 'portal organisations',
    run: async (ctx) => done(await listOrganisations(ctx.database)),
  },
  {
    name: 'portal rules',
    about: 'prints the rules of an organisation: codes, addresses, limits of sign-ins, who reveals',
    arguments: [],
    options: { organisation: ruledOption },
    example: 'portal rules --organisation "Example Ltd"',
    run: async (ctx, input) => {
      const found = await showRules(ctx)(organisationName(optionalText(input, 'organisation')));
      return found === null ? unknownIn(ctx, input) : done({ name: found.name, ...found.rules });
    },
  },
  {
    name: 'portal clear-addresses',
    about:
      'removes the address restrictions of an organisation, so that its people can use the portal from everywhere',
    arguments: [],
    options: { organisation: ruledOption, by: historyOptions.by },
    example: 'portal clear-addresses --organisation "Example Ltd"',
    run: async (ctx, input) => {
      const organisation = organisationName(optionalText(input, 'organisation'));
      const { outcome } = await clearAddresses(ctx)({ organisation, actor: actorOption(input) });
      return outcome === 'cleared' ? done({ outcome }) : unknownIn(ctx, input);
    },
  },
  {
    name: 'portal give',
    about: 'assigns an integration to an organisation; people of its previous organisation no longer see it',
    arguments: ['INTEGRATION'],
    options: {
      organisation: {
        type: 'string',
        value: 'NAME',
        need: 'required',
        about: 'organisation to assign it to',
      },
      by: historyOptions.by,
    },
    example: `portal give ${exampleId.integration} --organisation "Example Ltd"`,
    run: async (ctx, input) => {
      const { outcome } = await assignIntegration(ctx)({
        integrationId: identifier(input, 0),
        organisation: organisationName(optionalText(input, 'organisation')),
        actor: actorOption(input),
      });
      if (outcome === 'unknown-organisation') return unknownIn(ctx, input);
      return outcome === 'assigned' ? done({ outcome }) : notDone(outcome);
    },
  },
];
