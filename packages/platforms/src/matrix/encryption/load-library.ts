import { PlatformError } from '@hermes/core/platform'

/**
 * Loads the encryption library and the in-memory databases that it needs.
 * @throws {PlatformError} `refused` when they are not installed.
 */
export async function loadLibrary() {
  try {
    const crypto = await import('@matrix-org/matrix-sdk-crypto-wasm')
    const { IDBFactory, IDBDatabase, IDBIndex, IDBKeyRange, IDBObjectStore, IDBRequest, IDBTransaction, ...rest } =
      await import('fake-indexeddb')
    const { IDBCursor, IDBCursorWithValue, IDBOpenDBRequest, IDBVersionChangeEvent } = rest
    await crypto.initAsync()
    const requests = { IDBRequest, IDBOpenDBRequest, IDBTransaction, IDBVersionChangeEvent }
    const places = { IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBCursorWithValue, IDBKeyRange }
    return { crypto, databases: { IDBFactory, ...requests, ...places } }
  } catch (cause) {
    throw new PlatformError(
      'refused',
      'Encryption needs two packages beside Hermes: run `npm install -g @matrix-org/matrix-sdk-crypto-wasm fake-indexeddb`, then restart.',
      { cause },
    )
  }
}
