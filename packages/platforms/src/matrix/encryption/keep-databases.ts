import { deserialize, serialize } from 'node:v8'
import type { Entry, MemoryFactory, OpenDatabase, RawStore, UpgradedStore } from './memory-databases.js'
import type { RecordFile } from './record-file.js'

interface Schema {
  readonly version: number
  readonly stores: readonly StoreSchema[]
}

interface StoreSchema {
  readonly name: string
  readonly options: { readonly keyPath: unknown; readonly autoIncrement: boolean }
  readonly indexes: readonly { readonly name: string; readonly keyPath: unknown; readonly options: object }[]
}

type Change = (file: RecordFile) => void

/**
 * Fills a factory from a file, and writes every later transaction to the file before others learn that it is complete.
 * @param onFailure Called when the file could not be written: what is in memory must no longer be used.
 */
export async function keepDatabases(
  factory: MemoryFactory,
  file: RecordFile,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (const { name, schema } of file.databases()) await restore(factory, file, name, deserialize(schema))
  const open = factory.open.bind(factory)
  const changes = new WeakMap<RawStore, Change[]>()

  function save(work: () => void): void {
    try {
      file.write(work)
    } catch (error) {
      onFailure(error)
    }
  }

  /** Writes completed changes. Transactions that change a store run one after another. */
  function complete(stores: readonly RawStore[]): void {
    const all = stores.flatMap((store) => changes.get(store)?.splice(0) ?? [])
    if (all.length === 0) return
    save(() => {
      for (const change of all) change(file)
    })
  }

  function follow({ name, _rawDatabase: { rawObjectStores } }: OpenDatabase): void {
    for (const store of rawObjectStores.values()) {
      if (changes.has(store)) continue
      const own: Change[] = []
      changes.set(store, own)
      watch(store, name, own)
    }
  }

  factory.open = (...args) => {
    const request = open(...args)
    request.addEventListener('upgradeneeded', () => {
      request.transaction?.addEventListener('complete', () => {
        const { result } = request
        for (const store of result._rawDatabase.rawObjectStores.values()) changes.get(store)?.splice(0)
        save(() => writeAll(result, file))
      })
    })
    request.addEventListener('success', () => {
      const { result } = request
      follow(result)
      const begin = result.transaction.bind(result)
      result.transaction = (...scope) => {
        const transaction = begin(...scope)
        const names = [scope[0]].flat()
        const stores = [...result._rawDatabase.rawObjectStores.values()].filter((store) => names.includes(store.name))
        for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => complete(stores))
        return transaction
      }
    })
    return request
  }
}

function watch({ name: store, records }: RawStore, database: string, changes: Change[]): void {
  const { put, delete: remove, clear } = records
  const removed = (entries: readonly Entry[]) => {
    for (const { key } of entries) changes.push((file) => file.delete(database, { store, key: serialize(key) }))
    return entries
  }
  records.put = (entry, ...rest) => {
    const result = put.call(records, entry, ...rest)
    const record = toRecord(store, entry)
    changes.push((file) => file.put(database, record))
    return result
  }
  records.delete = (range) => removed(remove.call(records, range))
  records.clear = () => removed(clear.call(records))
}

function toRecord(store: string, { key, value }: Entry) {
  return { store, key: serialize(key), value: serialize(value) }
}

async function restore(factory: MemoryFactory, file: RecordFile, name: string, schema: Schema): Promise<void> {
  const request = factory.open(name, schema.version)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  request.addEventListener('upgradeneeded', () => {
    const stores = new Map(schema.stores.map((store) => [store.name, create(request.result, store)]))
    const inline = new Set(schema.stores.filter(({ options }) => options.keyPath !== null).map((store) => store.name))
    for (const { store, key, value } of file.records(name)) {
      stores.get(store)?.put(deserialize(value), ...(inline.has(store) ? [] : [deserialize(key)]))
    }
  })
  request.addEventListener('success', () => resolve())
  request.addEventListener('error', () => reject(request.error))
  await promise
  request.result.close()
}

function create(database: OpenDatabase, { name, options, indexes }: StoreSchema): UpgradedStore {
  const store = database.createObjectStore(name, options)
  for (const index of indexes) store.createIndex(index.name, index.keyPath, index.options)
  return store
}

function writeAll({ name, version, _rawDatabase }: OpenDatabase, file: RecordFile): void {
  const stores = [..._rawDatabase.rawObjectStores.values()]
  const schema: Schema = { version, stores: stores.map(schemaOf) }
  file.create(name, serialize(schema))
  for (const { name: store, records } of stores) {
    for (const entry of records.values()) file.put(name, toRecord(store, entry))
  }
}

function schemaOf({ name, keyPath, autoIncrement, rawIndexes }: RawStore): StoreSchema {
  const indexes = [...rawIndexes].map(([index, raw]) => {
    const { unique, multiEntry } = raw
    return { name: index, keyPath: raw.keyPath, options: { unique, multiEntry } }
  })
  return { name, options: { keyPath, autoIncrement }, indexes }
}
