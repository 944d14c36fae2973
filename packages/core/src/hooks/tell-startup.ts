import type { GatewayStartupEvent } from '../contracts/turn/gateway-hooks.js'
import type { HookCalls } from './hook-calls.js'
import type { PluginHooks } from './plugin-hooks.js'

/** Tells that the gateway serves. Returns at once. */
export type TellStartup = (event: GatewayStartupEvent) => void

/** `undefined` if no plugin listens. */
export function startupTeller(hooks: PluginHooks, { observer }: HookCalls): TellStartup | undefined {
  const { on_gateway_startup: listening } = hooks
  if (listening.length === 0) return undefined
  const started = observer('on_gateway_startup', listening)
  return (event) => void started(event)
}
