import { type FileHandle, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionId } from '@hermes/core'
import { codeOf } from '@hermes/safety'
import { storeReceived } from '../../chats/files/received-file.js'
import { safeName } from '../../chats/files/safe-names.js'
import type { FileRecord } from './file-record.js'

/** The folders for the files of the API. */
export interface FileFolders {
  /** The folder of the files that people have sent. Each conversation reads only its own folder in it. */
  readonly received: string
  /** Returns the folder in it with the files of a conversation. */
  receivedBy(conversation: SessionId): string
}

/** The content of uploaded files on this host, and the copies that conversations read. */
export interface FileDisk {
  write(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Opens content. Returns `undefined` if it is not on this host. */
  open(name: string): Promise<FileHandle | undefined>
  remove(name: string): Promise<void>
  /** Stores the copy for a conversation, unless it exists. @returns its path. */
  copy(file: FileRecord, conversation: SessionId, read: () => Promise<Uint8Array>): Promise<string>
  /** Removes the copies of a file from all conversations. */
  removeCopiesOf(id: string): Promise<void>
  /** Removes copies from all conversations if `isGone` returns `true`. */
  removeCopies(isGone: (copy: Stored) => boolean): Promise<void>
  /** Removes the files that a conversation was given. */
  removeAllOf(conversation: SessionId): Promise<void>
  /** Removes contents if `isGone` returns `true`. */
  removeContents(isGone: (content: Stored) => boolean): Promise<void>
}

/** An entry on disk, by the id of its file or the name of its content. */
export interface Stored {
  readonly name: string
  readonly changedAtMs: number
}

/** Prefix of folders with copies. Folders of chats start with the name of a network. */
const copyPrefix = 'api-'
const copyFolder = /^api-(file-[0-9a-f]{32})$/

export function createFileDisk({ received, receivedBy }: FileFolders): FileDisk {
  // No conversation has a folder with this name, so none can read it.
  const uploads = join(received, 'uploads')
  const pathOf = (name: string) => join(uploads, name)
  return {
    async write(name, content) {
      await mkdir(uploads, { recursive: true, mode: 0o700 })
      try {
        await writeFile(pathOf(name), content, { mode: 0o600, flag: 'wx', flush: true })
      } catch (error) {
        await rm(pathOf(name), { force: true })
        throw error
      }
    },
    open: (name) => unlessMissing(open(pathOf(name))),
    remove: (name) => rm(pathOf(name), { force: true }),
    async copy(file, conversation, read) {
      const path = join(receivedBy(conversation), copyPrefix + file.id, safeName(file.filename))
      const status = await unlessMissing(stat(path))
      if (status?.size !== file.bytes) await storeReceived(await read(), path)
      return path
    },
    async removeCopiesOf(id) {
      for (const folder of await namesIn(received)) {
        const path = join(received, folder, copyPrefix + id)
        // Few conversations have a copy, and the removal of a missing one takes longer than this check.
        if (await unlessMissing(stat(path))) await rm(path, { recursive: true, force: true })
      }
    },
    async removeCopies(isGone) {
      for (const folder of await namesIn(received)) {
        for (const name of await namesIn(join(received, folder))) {
          const [, id] = copyFolder.exec(name) ?? []
          const path = join(received, folder, name)
          const copy = id === undefined ? undefined : await look(path, id)
          if (copy && isGone(copy)) await rm(path, { recursive: true, force: true })
        }
      }
    },
    removeAllOf: (conversation) => rm(receivedBy(conversation), { recursive: true, force: true }),
    async removeContents(isGone) {
      for (const name of await namesIn(uploads)) {
        const content = await look(pathOf(name), name)
        if (content && isGone(content)) await rm(pathOf(name), { force: true })
      }
    },
  }
}

async function look(path: string, name: string): Promise<Stored | undefined> {
  const status = await unlessMissing(stat(path))
  return status && { name, changedAtMs: status.mtimeMs }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await unlessMissing(readdir(folder))) ?? []
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}
