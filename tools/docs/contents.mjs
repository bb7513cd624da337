// The pages of the documents, in the order of their navigation. A document that is missing here fails the build.

/** A page: `file` relative to the repository's root, `slug` of its address `/docs/<slug>`, `nav` its name in the navigation. */
const page = (file, nav, slug = file.replace(/^.*\//, '').replace(/\.md$/, '').toLowerCase()) => ({
  file,
  nav,
  slug,
});
const guide = (name, nav) => page(`docs/guides/${name}.md`, nav);

/** Groups of the navigation. */
export const contents = [
  {
    title: 'Start',
    pages: [
      guide('quickstart', 'Quickstart'),
      guide('sandbox', 'Sandbox'),
      guide('signing', 'Signing requests'),
      guide('webhooks', 'Webhooks'),
      guide('client', 'Client library'),
      guide('languages', 'Python, PHP and Go'),
      guide('migrate-a-client', 'Migrating a client'),
    ],
  },
  {
    title: 'Solutions',
    pages: [
      guide('embed', 'Embed the flow'),
      page('examples/README.md', 'Sample applications', 'samples'),
      page('examples/plain/README.md', 'Sample: plain HTML', 'sample-plain'),
      page('examples/react/README.md', 'Sample: React', 'sample-react'),
      page('examples/server-only/README.md', 'Sample: server only', 'sample-server-only'),
      page('examples/strict-csp/README.md', 'Sample: strict policy', 'sample-strict-csp'),
      guide('flow', 'The flow a person sees'),
      guide('portal', 'The customer portal'),
      guide('audit', 'The audit log and its chain'),
      guide('screening', 'Watchlist screening'),
      guide('registries', 'National registries'),
      guide('crosslinks', 'Links between sessions'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      guide('errors', 'Errors and reasons'),
      guide('settings', 'Settings'),
      page('spec/interface.md', 'The interface'),
      page('spec/contract.md', 'The contract'),
      page('spec/registries.md', 'Registries in detail', 'registries-in-detail'),
      guide('versioning', 'Versions and changes'),
      page('CHANGELOG.md', 'Changes'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      guide('run', 'Running the service'),
      guide('debian', 'On Debian, without containers'),
      guide('runbook', 'Runbook'),
      guide('availability', 'Several processes, proxies and failover'),
      guide('metrics', 'Metrics'),
      guide('command-line', 'Command line'),
      guide('console', 'Operator console'),
      guide('upgrade', 'Upgrading'),
      guide('privacy', 'Privacy and retention'),
      guide('accessibility', 'Accessibility statement'),
      guide('rotate-keys', 'Rotating keys'),
      page('SECURITY.md', 'Security'),
      page('docs/security-coverage.md', 'Security coverage'),
    ],
  },
  {
    title: 'Measured',
    pages: [
      guide('accuracy', 'Accuracy'),
      guide('screening-accuracy', 'Accuracy of screening'),
      guide('evaluate', 'Evaluation commands'),
      guide('models', 'Models of your own'),
      guide('matrix', 'The matrix of scenarios'),
      guide('attack', 'Attacking an instance'),
      guide('registry-coverage', 'Registry tests'),
    ],
  },
  {
    title: 'Contribute',
    pages: [
      page('ARCHITECTURE.md', 'Architecture'),
      page('CONTRIBUTING.md', 'Contributing'),
      guide('add-a-registry', 'Add a registry'),
      page('docs/glossary.md', 'Glossary'),
    ],
  },
];

export const pages = contents.flatMap((group) =>
  group.pages.map((each) => ({ ...each, group: group.title })),
);
