const renewal = 'renew it, or check the clock of this machine'
const trust = 'set NODE_EXTRA_CA_CERTS to a file with it'

/** Problem and advice by error code of OpenSSL or Node.js. */
const problems: Readonly<Record<string, readonly [problem: string, advice: string]>> = {
  CERT_HAS_EXPIRED: ['has expired', renewal],
  CERT_NOT_YET_VALID: ['is not valid yet', renewal],
  CERT_REVOKED: ['was revoked', 'the server needs another'],
  CERT_REJECTED: ['was rejected', 'the server needs another'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['is self-signed', `to trust it, ${trust}`],
  SELF_SIGNED_CERT_IN_CHAIN: [
    'is signed by an authority that is not known here',
    `if it is the one of your company or its proxy, ${trust}`,
  ],
  UNABLE_TO_GET_ISSUER_CERT: ['was sent without the certificate of its authority', `to trust the authority, ${trust}`],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    'is signed by an authority that is not known here',
    `to trust the authority, ${trust}`,
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'is signed by an authority that is not known here',
    `to trust the authority, ${trust}`,
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: ['is for another host', 'check the host in the base URL'],
  HOSTNAME_MISMATCH: ['is for another host', 'check the host in the base URL'],
}

/** Describes a certificate error and what to do about it. Returns `undefined` when `code` is not a certificate error. */
export function certificateSentence(code: string, hostname: string): string | undefined {
  const known = problems[code]
  if (!known && !/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return undefined
  const [problem, advice] = known ?? ['is not trusted', `to trust its authority, ${trust}`]
  return `The certificate of ${hostname} ${problem} (${code}): ${advice}.`
}
