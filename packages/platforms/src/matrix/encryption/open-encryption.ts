import { describeError, type Logger } from '@hermes/core'
import { type CallOptions, PlatformError } from '@hermes/core/platform'
import type { MatrixApi } from '../matrix-api.js'
import { deviceFiles } from './device-files.js'
import { publishedIdentity, requireSame, requireStored, storeIdentity } from './device-identity.js'
import { loadLibrary } from './load-library.js'
import { openMachine } from './open-machine.js'
import { createRoomEncryption, type EncryptionSettings, type RoomEncryption } from './room-encryption.js'
import { createRequests } from './send-requests.js'
import { signDevice } from './sign-device.js'

export interface DeviceKeys {
  /** The folder of the keys, as an absolute path. */
  readonly folder: string
  readonly userId: string
  readonly deviceId: string | undefined
}

/**
 * Opens the encryption of a device, whose keys are on the homeserver when the promise resolves.
 * @throws {PlatformError} `refused` when the homeserver has other keys for the device: nothing is uploaded then.
 */
export async function openEncryption(
  api: MatrixApi,
  { folder, userId, deviceId }: DeviceKeys,
  { logger, ...settings }: EncryptionSettings & { readonly logger: Logger },
  options: CallOptions,
): Promise<RoomEncryption> {
  const device = { userId, deviceId: requireDevice(deviceId) }
  const files = deviceFiles(folder, userId, device.deviceId)
  const known = await publishedIdentity(api, device, options)
  await requireStored(known, files, device)
  const machine = await openMachine(files, device)
  try {
    const { ed25519, curve25519 } = machine.olm.identityKeys
    const own = { ed25519: ed25519.toBase64(), curve25519: curve25519.toBase64() }
    requireSame(known, own, device)
    await storeIdentity(files, own)
    const requests = createRequests(api, machine)
    await requests.sendPending(options)
    await signDevice(api, machine, requests, options).catch((error: unknown) => {
      if (!PlatformError.is(error) || error.kind === 'transient') throw error
      logger.log('warn', `The device is not signed: ${describeError(error)}`)
    })
    return createRoomEncryption(api, machine, settings)
  } catch (error) {
    machine[Symbol.dispose]()
    throw error
  }
}

/**
 * Checks what encryption needs without opening the keys, which another process may use.
 * @throws {PlatformError} `refused` when packages are missing, or the homeserver has other keys for the device; `auth` when the account has
 * no device.
 */
export async function checkEncryption(
  api: MatrixApi,
  { folder, userId, deviceId }: DeviceKeys,
  options: CallOptions,
): Promise<void> {
  const device = { userId, deviceId: requireDevice(deviceId) }
  await loadLibrary()
  await requireStored(
    await publishedIdentity(api, device, options),
    deviceFiles(folder, userId, device.deviceId),
    device,
  )
}

function requireDevice(deviceId: string | undefined): string {
  if (deviceId !== undefined) return deviceId
  throw new PlatformError('auth', 'The access token belongs to no device. Log in with a password to get one.')
}
