import { type OutboundMessage, type OutboundText, PlatformError } from '@hermes/core/platform'
import type { ScriptedNetwork } from '@hermes/testkit'

export interface Refusals {
  /** Whether a message is refused. Default: every message. */
  readonly maySend?: (message: OutboundMessage) => boolean
  /** Whether an edit is refused. Default: every edit. */
  readonly mayEdit?: (text: OutboundText) => boolean
}

/** Returns the network with adapters that permanently refuse some messages or edits. */
export function refuseMessages(
  network: ScriptedNetwork,
  { maySend = () => true, mayEdit = () => true }: Refusals,
): ScriptedNetwork {
  const requirePermission = (isPermitted: boolean) => {
    if (!isPermitted) throw new PlatformError('refused', 'The network does not like it.')
  }
  return {
    ...network,
    connect() {
      const adapter = network.connect()
      return {
        ...adapter,
        async send(message, options) {
          requirePermission(maySend(message))
          return adapter.send(message, options)
        },
        async edit(sent, text, options) {
          requirePermission(mayEdit(text))
          await adapter.edit?.(sent, text, options)
        },
      }
    },
  }
}
