import type { GatewayStartupEvent } from '../contracts/turn/gateway-hooks.js'
import type { HookCalls } from './hook-calls.js'
import type { PluginHooks } from './plugin-hooks.js'

/** Reports that the gateway serves. Returns immediately. */
export type TellStartup = (event: GatewayStartupEvent) => void

/** Creates the function that reports the start; `undefined` if no plugin listens. */
export function startupTeller(hooks: PluginHooks, { observer }: HookCalls): TellStartup | undefined {
  const { on_gateway_startup: listening } = hooks
  if (listening.length === 0) return undefined
  const started = observer('on_gateway_startup', listening)
  return (event) => void started(event)
}
