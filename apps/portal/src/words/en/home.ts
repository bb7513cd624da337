// Data table: texts of the portal in English: the home page.

/** Texts of the home page. */
export const home = {
  home: {
    title: 'Home',
    intro: (organisation: string) => `Verifications at ${organisation} at a glance.`,
    setup: 'Set up',
    setupDone: (done: number, all: number) => `${done} of ${all} steps are done.`,
    setupSteps: {
      integration: {
        title: 'Get an integration',
        help: 'Your operator creates it with “countersign integration create”.',
      },
      'webhook-url': {
        title: 'Set a webhook URL',
        help: 'Your server receives decisions there.',
      },
      'key-used': {
        title: 'Sign a request',
        help: 'Your server signs with the shared secret; its first use appears here within a minute.',
      },
      session: {
        title: 'Create a session',
        help: 'From your server, or here to try the flow yourself.',
      },
      'webhook-delivered': {
        title: 'Accept a webhook',
        help: 'Your server answers a decision with a 2xx status.',
      },
    },
    setupActions: {
      'webhook-url': 'Set webhook URLs',
      'key-used': 'Open keys',
      session: 'Open sessions',
      'webhook-delivered': 'Check the webhook URLs',
    },
    alerts: 'Needs attention',
    noAlerts: 'Nothing needs attention.',
    since: 'since',
    alertTexts: {
      'webhook-failing': (type: string) => `Webhooks are failing: ${type}`,
      'webhook-paused': (type: string) => `Webhooks are paused: ${type}`,
      'webhook-given-up': (type: string) => `Webhooks were given up: ${type}`,
      'registry-unusable': (registry: string) =>
        `A registry cannot be used: ${registry}. Your operator was alerted.`,
      'key-old': (name: string) => `The secret “${name}” is older than a year`,
      'hits-waiting': (count: number, text: string) =>
        count === 1
          ? '1 hit on watchlists waits for a decision'
          : `${text} hits on watchlists wait for a decision`,
      'proposals-waiting': (count: number, text: string) =>
        count === 1
          ? '1 proposed decision waits for a second person'
          : `${text} proposed decisions wait for a second person`,
      'reviews-waiting': (count: number, text: string) =>
        count === 1 ? '1 session waits for a decision' : `${text} sessions wait for a decision`,
    },
    lastDays: (days: number) => `Sessions of the last ${days} days`,
    newest: (count: string) => `The newest ${count} sessions`,
    noSessions: 'No sessions in this time.',
    noDecisions: 'No decisions in this time.',
    noHits: 'No hit waits for a decision.',
    statusMix: 'Statuses',
    dropOff: 'How far sessions got',
    step: 'Step',
    steps: { created: 'Created', opened: 'Opened', 'handed-in': 'Submitted', decided: 'Decided' },
    decisionTime: 'Time to decide',
    time: 'Time',
    hitAge: 'Waiting hits by age',
    hitAgeIntro: 'Since they were found',
    age: 'Age',
    below: (limit: string) => `under ${limit}`,
    between: (from: string, to: string) => `${from} – ${to}`,
    from: (limit: string) => `${limit} and more`,
    table: 'Table',
    asTable: (title: string) => `${title} as a table`,
    count: 'Number',
    share: 'Share',
  },
};
