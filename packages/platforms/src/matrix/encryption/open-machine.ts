import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PlatformError } from '@hermes/core/platform'
import type { OlmMachine } from '@matrix-org/matrix-sdk-crypto-wasm'
import type { DeviceFiles } from './device-files.js'
import type { Device } from './device-identity.js'
import { keepDatabases } from './keep-databases.js'
import { loadLibrary } from './load-library.js'
import type { MemoryFactory } from './memory-databases.js'
import { openRecordFile } from './record-file.js'
import { createQueue } from './serial-queue.js'

export type Crypto = typeof import('@matrix-org/matrix-sdk-crypto-wasm')

export interface Machine extends Disposable {
  readonly crypto: Crypto
  readonly olm: OlmMachine
  /**
   * Checks that the keys are stored.
   * @throws {PlatformError} once a change could not be stored: none of the keys may leave this process.
   */
  checkStored(): void
}

/** Opens devices one after another, each with its own databases, because the library finds its databases in a global. */
const opening = createQueue()

/**
 * Opens the keys of a device. They are created with the files.
 * @throws {PlatformError} `refused` when the packages are missing, `transient` while another process has the keys open.
 */
export function openMachine(files: DeviceFiles, device: Device): Promise<Machine> {
  return opening(() => open(files, device))
}

async function open(files: DeviceFiles, { userId, deviceId }: Device): Promise<Machine> {
  const { crypto, databases } = await loadLibrary()
  await mkdir(dirname(files.secret), { recursive: true, mode: 0o700 })
  const key = await loadKey(files.secret)
  const file = openRecordFile(files.database)
  let failure: unknown
  try {
    const { IDBFactory, ...others } = databases
    const factory: MemoryFactory = new IDBFactory()
    await keepDatabases(factory, file, (error) => {
      failure ??= error
    })
    Object.assign(globalThis, others, { IDBFactory, indexedDB: factory })
    const store = await crypto.StoreHandle.openWithKey('matrix', key)
    const olm = await crypto.OlmMachine.initFromStore(new crypto.UserId(userId), new crypto.DeviceId(deviceId), store)
    return {
      crypto,
      olm,
      checkStored() {
        if (failure === undefined) return
        throw new PlatformError('refused', 'The encryption keys could not be stored. Check the disk, then restart.', {
          cause: failure,
        })
      },
      [Symbol.dispose]() {
        olm.close()
        file[Symbol.dispose]()
      },
    }
  } catch (error) {
    file[Symbol.dispose]()
    throw error
  }
}

async function loadKey(path: string): Promise<Uint8Array> {
  // Only one of two concurrent processes creates it.
  await writeFile(path, randomBytes(32), { mode: 0o600, flag: 'wx', flush: true }).catch((error: unknown) => {
    if (!isExisting(error)) throw error
  })
  return new Uint8Array(await readFile(path))
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
