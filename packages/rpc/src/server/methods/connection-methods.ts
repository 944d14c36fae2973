import { events } from '../../schemas/events.js'
import { methods } from '../../schemas/methods.js'
import { maxFrameBytes, protocolVersion } from '../../schemas/protocol.js'
import { serverRequests } from '../../schemas/requests.js'
import type { Handlers } from '../connection/client-connection.js'
import { rpcFailure } from '../connection/rpc-failure.js'

export const connectionMethods = {
  initialize({ protocolVersion: wanted, capabilities }, { client, host }) {
    // A newer client learns this version and decides whether to go on.
    if (wanted < protocolVersion) {
      const supported = [protocolVersion]
      throw rpcFailure('unsupportedVersion', `Version ${wanted} of the protocol is not supported.`, { supported })
    }
    client.initialize(capabilities?.requests ?? [], capabilities?.deltaMs)
    return {
      protocolVersion,
      server: { name: 'hermes', version: host.version },
      capabilities: {
        methods: Object.keys(methods),
        events: Object.keys(events),
        requests: Object.keys(serverRequests),
      },
      limits: { maxFrameBytes },
    }
  },
  'client.capabilities'({ requests }, { client }) {
    client.accept(requests)
    return {}
  },
  ping: () => ({}),
} satisfies Partial<Handlers>
