import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { SessionId } from '@hermes/core'
import type { Caller } from '../request/caller.js'
import { fingerprintOf } from '../request/fingerprint.js'
import { keyConflict } from '../request/idempotency-key.js'
import { keyedId } from '../request/keyed-id.js'
import { RequestError } from '../request/request-error.js'
import { checkRoom } from './check-room.js'
import type { FileDisk } from './file-disk.js'
import type { FileLimits } from './file-limits.js'
import type { FilePurpose, FileRecord } from './file-record.js'
import type { FileRecords } from './file-records.js'
import { mayUse } from './may-use.js'
import { type ReceivedContent, receiveContent } from './receive-content.js'
import { sweepFiles } from './sweep-files.js'

export interface FilesOptions {
  readonly records: FileRecords
  readonly disk: FileDisk
  /** Returns the limits that are in force. */
  readonly limits: () => FileLimits
  readonly now: () => number
}

export interface NewFile {
  readonly filename: string
  readonly purpose: FilePurpose
  /** The content, which belongs to the file from now on. It is removed if the file is refused. */
  readonly content: ReceivedContent
  readonly expiresAfterMs?: number
  /** The `Idempotency-Key` of the request. */
  readonly key?: string
}

/** A file in a message. */
export interface SentFile {
  readonly filename: string
  readonly content: Uint8Array
}

/** The files that clients of the API upload. */
export interface Files {
  /** Returns the limits that are in force. */
  limits(): FileLimits
  /** Stores content on this host, for {@link Files.add}. @throws {RequestError} when it is larger than a file may be. */
  receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedContent>
  /** Removes content that belongs to no file. */
  discard(content: ReceivedContent): Promise<void>
  /** Adds a file. @throws {RequestError} when the key has too many files, or the `Idempotency-Key` was used with another upload. */
  add(caller: Caller, file: NewFile): Promise<FileRecord>
  /** Returns the file for a name and content that were sent in a message. If they were sent before, it is the same one. */
  addSent(caller: Caller, file: SentFile): Promise<FileRecord>
  /** Returns the caller's files, newest first. */
  list(caller: Caller): Promise<readonly FileRecord[]>
  /** Returns a file. @throws {RequestError} when it does not exist, or belongs to somebody else. @param param The field that names it. */
  require(id: string, caller: Caller, param?: string): Promise<FileRecord>
  /** Opens the content of a file. @throws {RequestError} when it is not on this host. */
  open(file: FileRecord): Promise<Readable>
  read(file: FileRecord): Promise<Uint8Array>
  /** Lets a conversation read a file. @param content The content, if it is available. @returns the path of its copy. */
  give(file: FileRecord, conversation: SessionId, content?: Uint8Array): Promise<string>
  /** Records that a request names a file, which keeps it. */
  use(file: FileRecord): Promise<void>
  /** Removes a file with the copies of conversations. */
  remove(file: FileRecord): Promise<void>
  /** Removes the copies of a conversation that was deleted. */
  forget(conversation: SessionId): Promise<void>
  /** Removes expired files, and the remains of interrupted requests and of other hosts on this one. */
  sweep(): Promise<void>
}

export function createFiles({ records, disk, limits, now }: FilesOptions): Files {
  const isOver = ({ expiresAtMs, usedAtMs }: FileRecord) =>
    (expiresAtMs !== undefined && expiresAtMs <= now()) || (limits().keepMs > 0 && usedAtMs + limits().keepMs <= now())

  async function find(id: string): Promise<FileRecord | undefined> {
    const file = await records.get(id)
    return file && !isOver(file) ? file : undefined
  }

  /** Adds the record of a file. @param file Its content is on disk. */
  async function record(caller: Caller, file: FileRecord): Promise<FileRecord> {
    try {
      const stored = await records.add(file, (earlier) => !isOver(earlier))
      if (stored.content === file.content) {
        checkRoom(caller, await records.list(), limits())
        return stored
      }
      // Another request with the same key was faster.
      await disk.remove(file.content)
      return stored
    } catch (error) {
      await records.remove(file.id, file.content)
      await disk.remove(file.content)
      throw error
    }
  }

  function recordOf({ userId }: Caller, id: string, given: NewFile): FileRecord {
    const { filename, purpose, content, expiresAfterMs } = given
    const fingerprint = fingerprintOf([filename, purpose, expiresAfterMs ?? null, content.hash])
    return {
      id,
      ...(userId !== undefined && { userId }),
      filename,
      purpose,
      bytes: content.bytes,
      createdAtMs: now(),
      usedAtMs: now(),
      ...(expiresAfterMs !== undefined && { expiresAtMs: now() + expiresAfterMs }),
      content: content.name,
      fingerprint,
    }
  }

  async function open({ id, content }: FileRecord) {
    const handle = await disk.open(content)
    if (handle) return handle
    const message = `The content of the file "${id}" is not on this host, which has only what was uploaded to it.`
    throw new RequestError(503, 'file_elsewhere', message)
  }

  const files: Files = {
    limits,
    receive: (content) => receiveContent(content, { disk, maxBytes: limits().maxFileBytes }),
    discard: ({ name }) => disk.remove(name),
    async add(caller, given) {
      const { key } = given
      const place = key === undefined ? undefined : await keyedId([caller.userId ?? '', key], 'file-', find)
      const file = recordOf(caller, place?.id ?? `file-${randomUUID().replaceAll('-', '')}`, given)
      if (place?.earlier) await files.discard(given.content)
      const stored = place?.earlier ?? (await record(caller, file))
      if (stored.fingerprint !== file.fingerprint) throw keyConflict()
      return stored
    },
    async addSent(caller, { filename, content }) {
      const sent = { name: randomUUID(), bytes: content.byteLength, hash: hashOf(content) }
      const id = `file-${fingerprintOf([caller.userId ?? '', filename, sent.hash])}`
      const earlier = await find(id)
      if (earlier) return earlier
      await disk.write(sent.name, content)
      return record(caller, recordOf(caller, id, { filename, content: sent, purpose: 'user_data' }))
    },
    async list(caller) {
      const own = (await records.list()).filter((file) => mayUse(caller, file) && !isOver(file))
      return own.toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1))
    },
    async require(id, caller, param) {
      const file = await find(id)
      if (file && mayUse(caller, file)) return file
      throw new RequestError(404, 'not_found', `There is no file "${id}".`, { param: param ?? null })
    },
    open: async (file) => (await open(file)).createReadStream(),
    async read(file) {
      await using handle = await open(file)
      return await handle.readFile()
    },
    give: (file, conversation, content) =>
      disk.copy(file, conversation, async () => content ?? (await files.read(file))),
    use: ({ id }) => records.use(id, now()),
    async remove({ id, content }) {
      await records.remove(id)
      await disk.remove(content)
      await disk.removeCopiesOf(id)
    },
    forget: (conversation) => disk.removeAllOf(conversation),
    sweep: () => sweepFiles({ records, disk, isOver, now }),
  }
  return files
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
