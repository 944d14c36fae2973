import { readFile, stat, writeFile } from 'node:fs/promises'
import { type CallOptions, PlatformError } from '@hermes/core/platform'
import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import type { MatrixApi } from '../matrix-api.js'
import type { DeviceFiles } from './device-files.js'

/** The public keys by which others know a device. They never change. */
export type DeviceIdentity = z.infer<typeof deviceIdentity>

const deviceIdentity = z.object({ ed25519: z.string(), curve25519: z.string() })

const published = z.object({
  device_keys: z
    .record(z.string(), z.record(z.string(), z.object({ keys: z.record(z.string(), z.string()) })))
    .default({}),
})

export interface Device {
  readonly userId: string
  readonly deviceId: string
}

/** Returns the keys that the homeserver has for the device; `undefined` if it never had any. */
export async function publishedIdentity(
  api: MatrixApi,
  { userId, deviceId }: Device,
  { signal }: CallOptions,
): Promise<DeviceIdentity | undefined> {
  const body = { device_keys: { [userId]: [deviceId] } }
  const path = 'client/v3/keys/query'
  const { device_keys: devices } = await api.call({ method: 'POST', path, body, answer: published, signal })
  const keys = devices[userId]?.[deviceId]?.keys
  return deviceIdentity.safeParse({
    ed25519: keys?.[`ed25519:${deviceId}`],
    curve25519: keys?.[`curve25519:${deviceId}`],
  }).data
}

/**
 * Checks that the homeserver's keys of a device match these files, as far as possible without opening the keys.
 * @throws {PlatformError} `refused` when they belong to another device.
 */
export async function requireStored(
  known: DeviceIdentity | undefined,
  files: DeviceFiles,
  device: Device,
): Promise<void> {
  if (!known) return
  const stored = await readIdentity(files)
  if (stored) requireSame(known, stored, device)
  // Earlier versions did not store the identity.
  else if (!(await exists(files.database))) throw otherKeys(device)
}

/**
 * Checks the homeserver's keys of the device.
 * @throws {PlatformError} `refused` when they differ: uploading ours would lock out the process that has those.
 */
export function requireSame(known: DeviceIdentity | undefined, own: DeviceIdentity, device: Device): void {
  if (known && (known.ed25519 !== own.ed25519 || known.curve25519 !== own.curve25519)) throw otherKeys(device)
}

export async function storeIdentity(files: DeviceFiles, own: DeviceIdentity): Promise<void> {
  await writeFile(files.identity, JSON.stringify(own), { mode: 0o600 })
}

/** Reads the stored identity. Returns `undefined` if there is none, or a crash has cut it off. */
async function readIdentity({ identity }: DeviceFiles): Promise<DeviceIdentity | undefined> {
  if (!(await exists(identity))) return undefined
  const text = await readFile(identity, 'utf8')
  try {
    return deviceIdentity.safeParse(parseJson(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function otherKeys({ deviceId }: Device): PlatformError {
  return new PlatformError(
    'refused',
    `The homeserver has other encryption keys for the device ${deviceId} than this home. Give the gateways of an account one folder of keys, or log in again for an access token of its own.`,
  )
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
