import { createHash } from 'node:crypto'
import { ConfigError } from '@hermes/core'
import {
  type CredentialManager,
  createCredentialManager,
  type HomePaths,
  loadConfig,
  setConfigValue,
  type Variables,
} from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { Io } from '../../../../io.js'
import type { ImportedItem } from '../imported-item.js'
import type { OpenClawHome } from '../openclaw-home.js'
import { collectKeys } from './collect-keys.js'
import type { ForeignKey } from './foreign-key.js'

export interface ImportKeysOptions {
  readonly io: Io
  readonly paths: HomePaths
  /** Whether the user asked for the keys. Otherwise they are only named. */
  readonly isWanted: boolean
}

export interface ImportedKeys {
  readonly items: readonly ImportedItem[]
  readonly others: readonly string[]
}

/** Stores keys in `.env` and `auth.json`, next to the existing ones. They are never printed. */
export async function importKeys(
  source: OpenClawHome,
  { io, paths, isWanted }: ImportKeysOptions,
): Promise<ImportedKeys> {
  const { keys, others } = await collectKeys(source)
  if (!isWanted) return { items: keys.map(({ name }) => ({ name, outcome: 'skipped' })), others }
  const { variables } = await loadConfig({ paths, variables: io.env })
  const items: ImportedItem[] = []
  for (const key of keys) {
    // A variable stored just now is a key of its provider.
    const current = key.place === 'provider' ? (await loadConfig({ paths, variables: io.env })).variables : variables
    items.push(await importKey(key, paths, current))
  }
  return { items, others }
}

async function importKey(
  { place, name, value }: ForeignKey,
  paths: HomePaths,
  variables: Variables,
): Promise<ImportedItem> {
  try {
    if (place === 'provider') {
      const manager = createCredentialManager({ paths, variables })
      return { name, outcome: await addKey(manager, name, value) }
    }
    const present = variables[name]
    if (present) return { name, outcome: present === value ? 'unchanged' : 'kept' }
    await setConfigValue(paths, name, value)
    return { name, outcome: 'added' }
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    return { name, outcome: 'refused', reason: english`The key ${name} is not imported: ${error.message}` }
  }
}

async function addKey(
  manager: CredentialManager,
  provider: string,
  key: string,
): Promise<'added' | 'unchanged' | 'kept'> {
  const present = await manager.list(provider)
  const fingerprint = createHash('sha256').update(key).digest('hex').slice(0, 16)
  if (present.some((row) => row.fingerprint === fingerprint)) return 'unchanged'
  if (present.length > 0) return 'kept'
  await manager.add(provider, key, { label: 'OpenClaw' })
  return 'added'
}
