import type { Assessment, JsonValue } from '@hermes/core'
import { webOrigin } from '@hermes/core/origins'
import { carriesData } from '@hermes/safety'

/** Requests of these addresses only read, unless an address carries data to its host. */
export function assessAddresses(addresses: readonly JsonValue[]): Assessment {
  const outward = addresses.flatMap((address) =>
    typeof address === 'string' && carriesData(address)
      ? [{ kind: 'sends', does: `send data to ${webOrigin(address).name} in an address` } as const]
      : [],
  )
  return { verdict: 'run', reasons: [], outward }
}
