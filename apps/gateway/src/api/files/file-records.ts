import type { JsonValue } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import { type FileRecord, parseFileRecord } from './file-record.js'

const namespace = 'api.files'

/** The records of uploaded files. All processes that share the store share them. */
export interface FileRecords {
  /** Stores a new record, unless there is one with this id that counts. @returns the stored record. */
  add(file: FileRecord, counts: (earlier: FileRecord) => boolean): Promise<FileRecord>
  get(id: string): Promise<FileRecord | undefined>
  list(): Promise<readonly FileRecord[]>
  /** Records that a request has named the file. */
  use(id: string, atMs: number): Promise<void>
  /** Removes a record. @param content Removes it only if this is still its content. */
  remove(id: string, content?: string): Promise<void>
}

export function createFileRecords(values: ValueTable): FileRecords {
  return {
    async add(file, counts) {
      const stored = await values.update(namespace, file.id, (value) => {
        const earlier = parseFileRecord(value)
        return earlier && counts(earlier) ? earlier : file
      })
      return parseFileRecord(stored) ?? file
    },
    get: async (id) => parseFileRecord(await values.get(namespace, id)),
    async list() {
      return (await values.list(namespace)).flatMap(({ value }) => parseFileRecord(value) ?? [])
    },
    async use(id, usedAtMs) {
      const used = (file: FileRecord | undefined) => file && { ...file, usedAtMs }
      await values.update(namespace, id, (value) => used(parseFileRecord(value)), { isVolatile: true })
    },
    async remove(id, content) {
      const isOther = (value: JsonValue | undefined) =>
        content !== undefined && parseFileRecord(value)?.content !== content
      await values.update(namespace, id, (value) => (isOther(value) ? value : undefined))
    },
  }
}
