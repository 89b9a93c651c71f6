/**
 * A certificate for `localhost` and `127.0.0.1`, valid until 2126, and its private key in
 * PEM. They protect nothing: only tests that ask for it trust this certificate.
 *
 * Made by `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500
 * -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1`.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgg3igfqiTqp6Xzqf0
6BzVA9iGT8dgjxFfmLbkhLQMDcOhRANCAARPovza3vGzfREO/aOZv5gMK3/lA20J
iCNDtpiE2zBDUrfE1DRm61pPddaObb1j/cn6ZNj2hKwuj+riWL2GbT+s
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIULjwYSygx5Wn91FqSJ61DMHGhO4owCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTEyMzkyMloYDzIxMjYxMTAx
MTIzOTIyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARPovza3vGzfREO/aOZv5gMK3/lA20JiCNDtpiE2zBDUrfE1DRm61pP
ddaObb1j/cn6ZNj2hKwuj+riWL2GbT+so28wbTAdBgNVHQ4EFgQUAmEQawDbKS2A
2+tUxe12sR856SUwHwYDVR0jBBgwFoAUAmEQawDbKS2A2+tUxe12sR856SUwGgYD
VR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
zj0EAwIDSQAwRgIhAJ9BCh+vjRj6E4cGitdVHS3UA7kQ3Et+SWmCaRDqVj61AiEA
q2y2y3ME4iF5JhZElrDHljuSbK1D+1Mt2WidpCB4JpQ=
-----END CERTIFICATE-----
`,
};
