import { randomBytes } from 'node:crypto'
import { setConfigValue } from '@hermes/runtime'
import type { SetupKit } from '../setup-kit.js'

/** Creates the key of the API, without which the gateway does not start. @returns a sentence if there was none. */
export async function ensureApiKey({ config, paths }: Pick<SetupKit, 'config' | 'paths'>): Promise<string | undefined> {
  if (config.gateway.api_server.key) return undefined
  const edit = await setConfigValue(paths, 'gateway.api_server.key', randomBytes(24).toString('hex'))
  return `Made a key for the API of the gateway: ${edit.name} in ${edit.file}.`
}
