import type { Assessment, JsonValue } from '@hermes/core'
import { webOrigin } from '@hermes/core/origins'
import { carriesData } from '@hermes/safety'
import { holdsSecret, type Redact } from './holds-secret.js'

/**
 * Assesses requests to these addresses. A request only reads, unless its address carries data to the host. An address
 * that contains a credential requires approval.
 *
 * @param redact Removes secrets from text. Default: no secrets are known.
 */
export function assessAddresses(addresses: readonly JsonValue[], redact: Redact = (text) => text): Assessment {
  const texts = addresses.filter((address) => typeof address === 'string')
  const outward = texts.filter(carriesData).map((address) => {
    return { kind: 'sends', does: `send data to ${hostOf(address)} in an address` } as const
  })
  const hosts = new Set(texts.filter((address) => holdsSecret(address, redact)).map(hostOf))
  if (hosts.size === 0) return { verdict: 'run', reasons: [], outward }
  return {
    verdict: 'ask',
    reasons: [...hosts].map((host) => `It sends a credential to ${host} in an address.`),
    subject: texts.map(redact).join('\n'),
    outward: [...hosts].map((host) => ({ kind: 'sends', does: `send a credential to ${host}` })),
  }
}

function hostOf(address: string): string {
  return webOrigin(address).name ?? 'an unknown machine'
}
