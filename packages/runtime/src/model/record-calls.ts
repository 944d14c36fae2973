import { resolve } from 'node:path'
import type { Transport } from '@hermes/core'
import { createRecordingFile, withRecording } from '@hermes/transports/recording'
import { ownSecrets } from '../auth/own-secrets.js'
import type { RuntimeOptions } from '../runtime-options.js'

export type RecordCallsOptions = Pick<RuntimeOptions, 'config' | 'paths' | 'variables' | 'credentials'>

/** Wraps a transport with the configured recording. Returns it unchanged if none is configured. */
export function recordCalls({
  config,
  paths,
  variables,
  credentials,
}: RecordCallsOptions): (transport: Transport) => Transport {
  if (config.recording === undefined) return (transport) => transport
  const sink = createRecordingFile(resolve(paths.home, config.recording))
  const secrets = ownSecrets({ config, variables, ...(credentials && { credentials }) })
  return (transport) => withRecording(transport, sink, { secrets })
}
