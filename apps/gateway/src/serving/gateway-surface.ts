import type { Surface } from '@hermes/runtime'

/** The surface of the API and the chats. Everything that shows a turn here takes back, or says that it takes back, a text that starts again. */
export const gatewaySurface = {
  source: 'api_server',
  servesStrangers: true,
  canRestart: true,
} as const satisfies Surface
