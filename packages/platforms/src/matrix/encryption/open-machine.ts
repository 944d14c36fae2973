import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PlatformError } from '@hermes/core/platform'
import type { OlmMachine } from '@matrix-org/matrix-sdk-crypto-wasm'
import { keepDatabases } from './keep-databases.js'
import { loadLibrary } from './load-library.js'
import type { MemoryFactory } from './memory-databases.js'
import { openRecordFile } from './record-file.js'
import { createQueue } from './serial-queue.js'

export type Crypto = typeof import('@matrix-org/matrix-sdk-crypto-wasm')

export interface Machine extends Disposable {
  readonly crypto: Crypto
  readonly olm: OlmMachine
  /** @throws {PlatformError} once a change of the keys could not be stored: none of them may leave this process. */
  checkStored(): void
}

/** The library finds its databases in a global. Devices are opened one after another, each with databases of its own. */
const opening = createQueue()

/**
 * The keys of a device, in a file below `folder`.
 * @throws {PlatformError} `refused` when the packages are missing, or another process has the file open.
 */
export function openMachine(folder: string, userId: string, deviceId: string): Promise<Machine> {
  return opening(() => open(folder, userId, deviceId))
}

async function open(folder: string, userId: string, deviceId: string): Promise<Machine> {
  const { crypto, databases } = await loadLibrary()
  const name = createHash('sha256').update(`${userId}\0${deviceId}`).digest('hex').slice(0, 16)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const key = await loadKey(join(folder, `${name}.key`))
  const file = openRecordFile(join(folder, `${name}.db`))
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
  // Only one of two processes creates it.
  await writeFile(path, randomBytes(32), { mode: 0o600, flag: 'wx', flush: true }).catch((error: unknown) => {
    if (!isExisting(error)) throw error
  })
  return new Uint8Array(await readFile(path))
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
