// Shows the flow inside the page, under a policy that admits no inline script or style and no text as markup.
/* global Countersign */
'use strict';

const start = document.querySelector('#start');
const status = document.querySelector('#account');

start.addEventListener('click', async () => {
  start.disabled = true;
  const response = await fetch('/verifications', { method: 'POST', body: JSON.stringify({}) });
  if (!response.ok) {
    status.textContent = 'That did not work. Please try again.';
    start.disabled = false;
    return;
  }
  const { url } = await response.json();
  const frame = Countersign.createFrame({
    url,
    embedded: true,
    embeddedOptions: { rootElementID: 'verification' },
    onError: ({ code }) => (status.textContent = `The check cannot be shown (${code}).`),
  });
  await frame.closed;
  start.disabled = false;
  await lookAtAccount();
});

async function lookAtAccount() {
  const { account } = await (await fetch('/account')).json();
  status.textContent = `Your account is ${account}.`;
  if (account === 'closed') setTimeout(lookAtAccount, 1000);
}
