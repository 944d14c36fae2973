import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HermesError } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { readOptional, replaceFile } from '@hermes/safety/files'
import { tryParseJson } from '../shared/json.js'
import type { Cooldown, PoolState } from './pool-state.js'

/**
 * Stores the cooldowns of a pool in a JSON file that is replaced atomically and readable by its owner only. It contains
 * fingerprints of keys, never the keys. Several pools may share the file. An invalid file counts as empty.
 */
export function createFilePoolState(path: string, { now = Date.now }: { readonly now?: () => number } = {}): PoolState {
  let lastWrite: Promise<void> = Promise.resolve()

  async function add(fingerprint: string, cooldown: Cooldown): Promise<void> {
    const cooldowns = new Map(await readCooldowns(path)).set(fingerprint, cooldown)
    const current = [...cooldowns].filter(([, { untilMs }]) => untilMs > now())
    await writeState(path, `${JSON.stringify({ version: 1, cooldowns: Object.fromEntries(current) }, null, 2)}\n`)
  }

  return {
    load: () => readCooldowns(path),
    save(fingerprint, cooldown) {
      // Writes run one after another, even after a failure.
      lastWrite = lastWrite.catch(() => undefined).then(() => add(fingerprint, cooldown))
      return lastWrite
    },
  }
}

async function readCooldowns(path: string): Promise<ReadonlyMap<string, Cooldown>> {
  const content = tryParseJson(await readText(path))
  const entries = isRecord(content) && isRecord(content.cooldowns) ? Object.entries(content.cooldowns) : []
  return new Map(entries.filter((entry): entry is [string, Cooldown] => isCooldown(entry[1])))
}

function isCooldown(value: unknown): value is Cooldown {
  if (!isRecord(value) || !Number.isFinite(value.untilMs)) return false
  return value.kind === 'rate-limit' || value.kind === 'auth'
}

async function readText(path: string): Promise<string> {
  try {
    return (await readOptional(path)) ?? ''
  } catch (cause) {
    throw new HermesError('pool-state/unreadable', `${path} cannot be read: check its permissions.`, { cause })
  }
}

async function writeState(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await replaceFile(path, text)
  } catch (cause) {
    const advice = "check the folder's permissions and the free space"
    throw new HermesError('pool-state/unwritable', `${path} cannot be written: ${advice}.`, { cause })
  }
}
