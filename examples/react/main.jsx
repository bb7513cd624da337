import { StrictMode, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { IdentityFlow } from './identity-flow.jsx';

/** The account as the shop's server has it, read once a second while it is closed. */
function useAccount() {
  const [account, setAccount] = useState('closed');
  useEffect(() => {
    if (account === 'open') return undefined;
    const timer = setInterval(async () => {
      const answer = await (await fetch('/account')).json();
      setAccount(answer.account);
    }, 1000);
    return () => clearInterval(timer);
  }, [account]);
  return account;
}

function Shop() {
  const account = useAccount();
  const [sessionUrl, setSessionUrl] = useState(null);
  const close = useCallback(() => setSessionUrl(null), []);
  const start = async (event) => {
    event.preventDefault();
    const response = await fetch('/verifications', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(event.currentTarget))),
    });
    if (response.ok) setSessionUrl((await response.json()).url);
  };
  return (
    <main>
      <h1>Open an account</h1>
      <form id="verify" onSubmit={start}>
        <p>
          <label>
            First name <input name="firstName" autoComplete="given-name" required />
          </label>
        </p>
        <p>
          <label>
            Last name <input name="lastName" autoComplete="family-name" required />
          </label>
        </p>
        <button disabled={sessionUrl !== null}>Verify my identity</button>
      </form>
      <p id="account" role="status">
        Your account is {account}.
      </p>
      {sessionUrl !== null && <IdentityFlow url={sessionUrl} onClose={close} />}
    </main>
  );
}

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
