// The page of the shop. Events of the frame move the page along; the account opens when the shop's server opens it.
/* global Countersign */
'use strict';

const form = document.querySelector('#verify');
const status = document.querySelector('#account');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const response = await fetch('/verifications', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
  });
  if (!response.ok) {
    status.textContent = 'That did not work. Please try again.';
    return;
  }
  const { url } = await response.json();
  Countersign.createFrame({ url, onEvent });
});

function onEvent(message) {
  if (message === 'SUBMITTED') status.textContent = 'We are checking your pictures …';
  // FINISHED means that the frame is gone, and any script can send it. Whether the account is open is the server's to answer.
  if (message === 'FINISHED') lookAtAccount();
}

async function lookAtAccount() {
  const { account } = await (await fetch('/account')).json();
  status.textContent = `Your account is ${account}.`;
  // A webhook may come seconds after the frame has gone, or tomorrow.
  if (account === 'closed') setTimeout(lookAtAccount, 1000);
}
