// The page of the demo shop: what an integrator writes. Access is granted by what the shop's server verified, never by an event.
/* global Countersign */
'use strict';

const pollMs = 1_000;

const main = document.querySelector('main');
const find = (selector) => main.querySelector(selector);
const start = find('[data-primary]');
const frame = find('#flow');

/** The session of this page, as the shop's server created it; `null` before. */
let session = null;
let polling = null;

function note(text) {
  const line = document.createElement('li');
  line.textContent = text;
  find('[data-log]').append(line);
}

function show(selector, text, tone = '') {
  const element = find(selector);
  element.textContent = text;
  element.dataset.tone = tone;
}

async function request(method, path) {
  const response = await fetch(`/demo${path}`, { method });
  if (!response.ok) throw new Error(`the shop answered ${response.status}`);
  return response.json();
}

/** Called by the SDK with each event; progress, and nothing more. */
function onEvent(event) {
  main.dataset.event = event;
  find('[data-last-event]').textContent = event;
  note(`Event ${event}`);
  if (event === 'SUBMITTED') show('[data-answer]', 'Thank you. We are checking your pictures …');
  if (event === 'CANCELED') show('[data-answer]', 'You left the check. You can go on where you stopped.');
  if (event === 'FINISHED' || event === 'CANCELED') endFrame();
  if (event === 'SUBMITTED' || event === 'FINISHED') void askServer();
}

function endFrame() {
  frame.hidden = true;
  start.disabled = false;
  start.textContent = main.dataset.decision === undefined ? 'Continue the check' : 'Verify again';
}

const words = {
  approved: ['Welcome! Your account is open.', 'good'],
  declined: ['We could not open an account for you.', 'bad'],
  resubmission_requested: ['We need better pictures. Please try again.', 'bad'],
  review: ['A person looks at your pictures.', ''],
  expired: ['Your time to answer has ended.', 'bad'],
  abandoned: ['The check was not finished.', 'bad'],
};

/** Asks the shop's server once whether a verified decision has come. @returns the decision, or null */
async function fetchDecision() {
  if (session === null) return null;
  const { decision } = await request('GET', `/decision?session=${encodeURIComponent(session.sessionId)}`);
  return decision;
}

/** Asks until there is one; one loop at a time. */
async function askServer() {
  clearTimeout(polling);
  if (session === null) return;
  const decision = await fetchDecision().catch(() => null);
  if (decision === null) {
    polling = setTimeout(() => void askServer(), pollMs);
    return;
  }
  if (main.dataset.decision === decision.status) return;
  main.dataset.decision = decision.status;
  const reason = decision.reason === null ? '' : ` (${decision.reason})`;
  show('[data-server]', `${decision.status}${reason}, webhook received and its signature verified`);
  const [text, tone] = words[decision.status] ?? [decision.status, ''];
  show('[data-answer]', text, tone);
  note(`Webhook verified by the shop’s server: ${decision.status}`);
  if (!start.disabled) endFrame();
}

async function openFlow() {
  start.disabled = true;
  show('[data-answer]', '');
  const isEmbedded = find('[name=mode]:checked').value === 'embedded';
  try {
    if (session === null || main.dataset.decision !== undefined) {
      session = await request('POST', '/sessions');
      delete main.dataset.decision;
      find('[data-session]').textContent = session.sessionId;
      note('Session created by the shop’s server');
    }
    frame.hidden = !isEmbedded;
    Countersign.createFrame({
      url: session.url,
      lang: new URLSearchParams(location.search).get('lang') ?? '',
      embedded: isEmbedded,
      embeddedOptions: { rootElementID: 'flow' },
      title: 'Identity verification of Corner Shop',
      onEvent,
      onReload: () => location.reload(),
      onError: ({ code, message }) => note(`Error ${code}: ${message}`),
    });
    // On phones the flow is over the page whatever was chosen.
    frame.hidden = frame.firstElementChild === null;
  } catch (error) {
    endFrame();
    show('[data-answer]', `The check could not be opened: ${error.message}.`, 'bad');
  }
}

/** What an attacker's script would do, and what comes of it. */
async function forge() {
  const before = main.dataset.event;
  window.postMessage(
    {
      countersign: 1,
      from: 'flow',
      type: 'event',
      nonce: '0'.repeat(32),
      seq: 1,
      body: { name: 'FINISHED' },
    },
    location.origin,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const wasIgnored = main.dataset.event === before;
  note(wasIgnored ? 'Forged message: ignored by the SDK' : 'Forged message: taken for an event');
  onEvent('FINISHED');
  const decision = await fetchDecision().catch(() => null);
  show(
    '[data-forged]',
    `${wasIgnored ? 'The SDK ignored the message, which did not come from its frame.' : 'The message was taken.'} ` +
      (decision === null
        ? 'The forged call reached the page and opened nothing: the shop’s server has no decision.'
        : `The shop’s server has its own decision: ${decision.status}.`),
  );
}

start.addEventListener('click', () => void openFlow());
find('[data-action=forge]').addEventListener('click', () => void forge());
