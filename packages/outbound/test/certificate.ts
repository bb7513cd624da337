/**
 * A self-signed certificate for `hooks.example.test`, `lists.example` and `files.example`, for tests only. Nothing trusts it, and its key
 * is public.
 */
export const testCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcu7Dt3uJkaeQHEDL
KU2AVwyZ748JeXAPSU9LAmoxxEahRANCAAQo1+tl1wiiG8NCPdX5ouhmk8aE1ES2
AAgh6GXgeNfnQwIYk1d/j4EsUA9+bWcl0UK3uY2H1PK2OqefpkE55yfx
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBzTCCAXSgAwIBAgIUH+bSj5rdHb01Yvosp7xls3KW/zcwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSaG9va3MuZXhhbXBsZS50ZXN0MB4XDTI2MTEyMjE3MjY0OFoX
DTQ2MTExNzE3MjY0OFowHTEbMBkGA1UEAwwSaG9va3MuZXhhbXBsZS50ZXN0MFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEKNfrZdcIohvDQj3V+aLoZpPGhNREtgAI
Iehl4HjX50MCGJNXf4+BLFAPfm1nJdFCt7mNh9Tytjqnn6ZBOecn8aOBkTCBjjAd
BgNVHQ4EFgQUqXXwpJsOjpyZ21Gc7oI6S9J6HlAwHwYDVR0jBBgwFoAUqXXwpJsO
jpyZ21Gc7oI6S9J6HlAwOwYDVR0RBDQwMoISaG9va3MuZXhhbXBsZS50ZXN0gg1s
aXN0cy5leGFtcGxlgg1maWxlcy5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wCgYI
KoZIzj0EAwIDRwAwRAIgV6jdj5fZ9tdwU++dWCNm/cAYsvLNFckb4zTGJjdYRkUC
IBUmF0v9Y04s5ra/vaby9KtDcfAJBlrqVOaMI4fhtPzg
-----END CERTIFICATE-----
`,
};
