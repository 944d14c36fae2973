/** The part of `fake-indexeddb` that is used; its own types require those of a browser. */
export interface MemoryFactory {
  open(name: string, version?: number): OpenRequest
}

export interface OpenRequest extends EventTarget {
  readonly result: OpenDatabase
  readonly error: unknown
  readonly transaction: EventTarget | null
}

export interface OpenDatabase {
  readonly name: string
  readonly version: number
  readonly _rawDatabase: { readonly rawObjectStores: ReadonlyMap<string, RawStore> }
  createObjectStore(name: string, options: object): UpgradedStore
  transaction(...args: readonly unknown[]): EventTarget
  close(): void
}

export interface UpgradedStore {
  createIndex(name: string, keyPath: unknown, options: object): unknown
  put(value: unknown, key?: unknown): unknown
}

export interface RawStore {
  readonly name: string
  readonly keyPath: unknown
  readonly autoIncrement: boolean
  readonly rawIndexes: ReadonlyMap<string, RawIndex>
  readonly records: RawRecords
}

export interface RawIndex {
  readonly keyPath: unknown
  readonly unique: boolean
  readonly multiEntry: boolean
}

/** The records of a store. Every change goes through them, including those of a rollback. */
export interface RawRecords {
  values(): Iterable<Entry>
  put(entry: Entry, ...rest: readonly unknown[]): unknown
  delete(range: unknown): readonly Entry[]
  clear(): readonly Entry[]
}

export interface Entry {
  readonly key: unknown
  readonly value: unknown
}
