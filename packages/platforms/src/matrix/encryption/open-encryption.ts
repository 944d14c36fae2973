import { describeError, type Logger } from '@hermes/core'
import { type CallOptions, PlatformError } from '@hermes/core/platform'
import type { MatrixApi } from '../matrix-api.js'
import { loadLibrary } from './load-library.js'
import { openMachine } from './open-machine.js'
import { createRoomEncryption, type EncryptionSettings, type RoomEncryption } from './room-encryption.js'
import { createRequests } from './send-requests.js'
import { signDevice } from './sign-device.js'

export interface DeviceKeys {
  /** Of the keys, absolute. */
  readonly folder: string
  readonly userId: string
  readonly deviceId: string | undefined
}

/** The encryption of a device, whose keys are on the homeserver when the promise resolves. */
export async function openEncryption(
  api: MatrixApi,
  { folder, userId, deviceId }: DeviceKeys,
  { logger, ...settings }: EncryptionSettings & { readonly logger: Logger },
  options: CallOptions,
): Promise<RoomEncryption> {
  const machine = await openMachine(folder, userId, requireDevice(deviceId))
  try {
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
 * Checks what encryption needs, without opening the keys: another process may use them.
 * @throws {PlatformError} `refused` when packages are missing, `auth` when the account has no device.
 */
export async function checkEncryption({ deviceId }: Pick<DeviceKeys, 'deviceId'>): Promise<void> {
  requireDevice(deviceId)
  await loadLibrary()
}

function requireDevice(deviceId: string | undefined): string {
  if (deviceId !== undefined) return deviceId
  throw new PlatformError('auth', 'The access token belongs to no device. Log in with a password to get one.')
}
