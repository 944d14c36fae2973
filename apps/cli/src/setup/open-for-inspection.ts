import type { Runtime, Surface } from '@hermes/runtime'
import type { HomeOptions } from './open-home.js'
import { openRuntime } from './open-runtime.js'

/** Opens the runtime like a chat, to inspect what a conversation would get. Asks no questions. */
export function openForInspection(
  options: HomeOptions,
  surface: Pick<Surface, 'namesSessions' | 'isInspection'> = {},
): Promise<Runtime> {
  return openRuntime(options, { ask: async () => undefined, canRestart: true, keepsRunning: true, ...surface })
}
