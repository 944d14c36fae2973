import type { Surface } from '@hermes/runtime'

/** The surface of the API and the chats. Everything that shows a turn here retracts a text that starts again, or says that it does. */
export const gatewaySurface = {
  source: 'api_server',
  servesStrangers: true,
  canRestart: true,
} as const satisfies Surface
