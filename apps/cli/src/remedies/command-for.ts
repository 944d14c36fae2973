import { dirname } from 'node:path'
import { ConfigError, HermesError, type Remedy, StoreError, TransportError } from '@hermes/core'
import { shellQuote } from '@hermes/safety'

/** Returns the command that helps with an error, because libraries do not know commands; `undefined` if there is none. */
export function commandFor(error: unknown): string | undefined {
  if (!HermesError.is(error)) return undefined
  if (error.remedy) return commandForRemedy(error.remedy)
  // A key that has been fixed would otherwise keep cooling down.
  if (TransportError.is(error) && error.reason === 'keys-rest' && error.kind !== 'rate-limit')
    return 'hermes auth reset'
  if (StoreError.is(error)) return error.kind === 'corrupt' ? 'hermes sessions repair' : undefined
  if (!ConfigError.is(error)) return undefined
  const [section, provider] = error.path.split('.')
  if (section === 'credentials') return `hermes auth list ${provider ?? ''}`.trimEnd()
  return error.cause instanceof AggregateError ? 'hermes config check' : undefined
}

/** Returns the command that applies a remedy. */
export function commandForRemedy(remedy: Remedy): string {
  switch (remedy.type) {
    case 'log-in':
      return `hermes auth login ${remedy.provider}`
    case 'add-key':
      return `hermes auth add ${remedy.provider}`
    case 'log-in-server':
      return `hermes mcp login ${remedy.server}`
    case 'review-server':
      return `hermes mcp configure ${remedy.server}`
    case 'import':
      return `HERMES_HOME=ANOTHER_FOLDER hermes import-agent hermes --from ${shellQuote(dirname(remedy.path))}`
    case 'migrate':
      return 'hermes config migrate'
    case 'set-up-network':
      return 'hermes gateway setup'
    case 'set':
      return settingCommands[remedy.name] ?? `hermes config set ${remedy.name} VALUE`
  }
}

/** Settings that have their own command. */
const settingCommands: Readonly<Record<string, string>> = {
  'model.default': 'hermes model',
  'model.provider': 'hermes model',
}
