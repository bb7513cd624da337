import { type CommandInput, optionalText, requiredText, UsageError } from '@countersign/command-line';
import {
  listOrganisationChanges,
  noteContact,
  resumeOrganisation,
  showHeldOrganisation,
  suspendOrganisation,
} from '../../usecases/portal/organisation/suspend-organisation.ts';
import { beginOperatorView, viewMinutes } from '../../usecases/portal/operator-view.ts';
import { type Command, done, notDone } from '../command.ts';
import {
  actorOption,
  historyOptions,
  limitOf,
  limitOption,
  reasonOf,
  reasonOption,
} from '../read-options.ts';
import { organisationName, unknownIn } from './portal.ts';

const organisationOption = {
  type: 'string',
  value: 'NAME',
  need: 'required',
  about: 'organisation',
} as const;
const switching = {
  organisation: organisationOption,
  reason: { ...reasonOption, need: 'required' },
  by: historyOptions.by,
} as const;
const longestContact = 500;

const nameIn = (input: CommandInput): string => organisationName(optionalText(input, 'organisation'));

/** @throws UsageError */
function contactOf(input: CommandInput): string {
  const contact = (optionalText(input, 'contact') ?? '').trim();
  if (contact.length > longestContact)
    throw new UsageError(`--contact: must be ${longestContact} characters at most, not ${contact.length}`);
  return contact;
}

/** @throws UsageError */
function minutesOf(text = String(viewMinutes.usual)): number {
  const minutes = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  if (minutes < 1 || minutes > viewMinutes.most)
    throw new UsageError(
      `--minutes: must be a whole number from 1 to ${viewMinutes.most}, not ${JSON.stringify(text)}`,
    );
  return minutes;
}

const switchOf = (input: CommandInput) => ({
  organisation: nameIn(input),
  reason: reasonOf(input) ?? requiredText(input, 'reason'),
  actor: actorOption(input),
});

/** Verbs on organisations: the clients of an installation, whose people use the portal. */
export const portalOrganisationCommands: Command[] = [
  {
    name: 'portal show',
    about: 'prints an organisation with its contact, integrations, people and open invitations',
    arguments: [],
    options: { organisation: organisationOption },
    example: 'portal show --organisation "Example Ltd"',
    run: async (ctx, input) => {
      const found = await showHeldOrganisation(ctx)(nameIn(input));
      return found === null ? unknownIn(ctx, input) : done(found);
    },
  },
  {
    name: 'portal history',
    about: 'lists changes to an organisation with actor and time, newest first',
    arguments: [],
    options: { organisation: organisationOption, limit: limitOption },
    example: 'portal history --organisation "Example Ltd"',
    run: async (ctx, input) => {
      const changes = await listOrganisationChanges(ctx)({
        organisation: nameIn(input),
        limit: limitOf(input),
      });
      return changes === null ? unknownIn(ctx, input) : done(changes);
    },
  },
  {
    name: 'portal contact',
    about: 'sets the contact person of an organisation, visible to operators only; an empty text removes it',
    arguments: [],
    options: {
      organisation: organisationOption,
      contact: {
        type: 'string',
        value: 'TEXT',
        need: 'required',
        about: `name, e-mail address, telephone number; at most ${longestContact} characters`,
      },
      by: historyOptions.by,
    },
    example: 'portal contact --organisation "Example Ltd" --contact "service desk, +44 20 7946 0000"',
    run: async (ctx, input) => {
      const change = { organisation: nameIn(input), contact: contactOf(input), actor: actorOption(input) };
      const { outcome } = await noteContact(ctx)(change);
      return outcome === 'noted' ? done({ outcome }) : unknownIn(ctx, input);
    },
  },
  {
    name: 'portal suspend',
    about:
      'suspends an organisation: stops its integrations, ends sign-ins of its people and allows no new ones',
    arguments: [],
    options: switching,
    example: 'portal suspend --organisation "Example Ltd" --reason "contract ended" --by ada',
    run: async (ctx, input) => {
      const result = await suspendOrganisation(ctx)(switchOf(input));
      if (result.outcome === 'unknown-organisation') return unknownIn(ctx, input);
      return result.outcome === 'suspended' ? done(result) : notDone(result.outcome);
    },
  },
  {
    name: 'portal view',
    about:
      "prints a link, valid once, to a read-only view of an organisation's portal without personal data; the organisation's audit log records operator, reason and everything read",
    arguments: [],
    options: {
      ...switching,
      minutes: {
        type: 'string',
        value: 'N',
        about: `length in minutes, 1 to ${viewMinutes.most}; default ${viewMinutes.usual}`,
      },
    },
    example: 'portal view --organisation "Example Ltd" --reason "ticket 4711" --by ada',
    run: async (ctx, input) => {
      const minutes = minutesOf(optionalText(input, 'minutes'));
      const result = await beginOperatorView(ctx)({ ...switchOf(input), minutes });
      return result.outcome === 'begun' ? done(result) : unknownIn(ctx, input);
    },
  },
  {
    name: 'portal resume',
    about: 'ends the suspension of an organisation: restarts the integrations that it stopped',
    arguments: [],
    options: switching,
    example: 'portal resume --organisation "Example Ltd" --reason "contract renewed" --by ada',
    run: async (ctx, input) => {
      const result = await resumeOrganisation(ctx)(switchOf(input));
      if (result.outcome === 'unknown-organisation') return unknownIn(ctx, input);
      return result.outcome === 'resumed' ? done(result) : notDone(result.outcome);
    },
  },
];
