import { resolve } from 'node:path'
import type { Transport } from '@hermes/core'
import { createRecordingFile, withRecording } from '@hermes/transports/recording'
import type { RuntimeOptions } from './runtime.js'

export type RecordCallsOptions = Pick<RuntimeOptions, 'config' | 'paths' | 'variables' | 'credentials'>

/** Puts the recording that the config asks for around a transport; without one, transports stay as they are. */
export function recordCalls({
  config,
  paths,
  variables,
  credentials,
}: RecordCallsOptions): (transport: Transport) => Transport {
  if (config.recording === undefined) return (transport) => transport
  const sink = createRecordingFile(resolve(paths.home, config.recording))
  const secrets = [...secretsIn(variables), ...secretsIn(config), ...keptKeys(credentials)]
  return (transport) => withRecording(transport, sink, { secrets })
}

const secretName = /(?:key|token|secret|passw|credential)(?!.*_env$)/i
/** Anything shorter would take common words out of the conversation. */
const shortestSecret = 8

/** The values of everything that is named like a secret, at any depth. */
function secretsIn(values: object): readonly string[] {
  return Object.entries(values).flatMap(([name, value]: readonly [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return secretsIn(value)
    const isSecret = typeof value === 'string' && secretName.test(name) && value.trim().length >= shortestSecret
    return isSecret ? [value.trim()] : []
  })
}

/** The API keys that the home keeps. What a login holds changes with time, and looks like a key. */
function keptKeys(credentials: RuntimeOptions['credentials']): readonly string[] {
  const providers = new Set(credentials?.kept.map(({ provider }) => provider))
  return [...providers].flatMap((provider) =>
    (credentials?.of(provider) ?? []).flatMap(({ secret }) => (secret.type === 'api-key' ? [secret.key] : [])),
  )
}
