import { generate } from 'selfsigned'

/** A private key and its certificate, as PEM. */
export interface Identity {
  readonly key: string
  readonly cert: string
}

export interface IdentityOptions {
  /** Default `localhost` and `127.0.0.1`. */
  readonly hosts?: readonly string[]
  /** Days from now until it ends; before now for one that has ended. Default 30. */
  readonly days?: number
  /** Who signs it. Default: it itself. */
  readonly authority?: Identity
}

const dayMs = 86_400_000

export async function createIdentity({ hosts, days = 30, authority }: IdentityOptions = {}): Promise<Identity> {
  const names = (hosts ?? ['localhost']).map((value) => ({ type: 2 as const, value }))
  const addresses = hosts ? [] : [{ type: 7 as const, ip: '127.0.0.1' }]
  const pems = await generate([{ name: 'commonName', value: hosts?.[0] ?? 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + (Math.min(days, 0) - 1) * dayMs),
    notAfterDate: new Date(Date.now() + days * dayMs),
    extensions: [{ name: 'subjectAltName', altNames: [...names, ...addresses] }],
    ...(authority && { ca: authority }),
  })
  return { key: pems.private, cert: pems.cert }
}

export async function createAuthority(): Promise<Identity> {
  const pems = await generate([{ name: 'commonName', value: 'An authority of these tests' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true },
    ],
  })
  return { key: pems.private, cert: pems.cert }
}
