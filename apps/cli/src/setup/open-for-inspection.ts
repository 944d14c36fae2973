import type { Runtime, Surface } from '@hermes/runtime'
import type { HomeOptions } from './open-home.js'
import { openRuntime } from './open-runtime.js'

/** The runtime as a person at the prompt has it, for a look at what a conversation would be given. Nothing is asked. */
export function openForInspection(
  options: HomeOptions,
  surface: Pick<Surface, 'namesSessions'> = {},
): Promise<Runtime> {
  return openRuntime(options, { ask: async () => undefined, canRestart: true, keepsRunning: true, ...surface })
}
