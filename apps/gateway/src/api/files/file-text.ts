import type { TextPart } from '@hermes/core'
import { receivedText } from '../../chats/files/received-file.js'
import type { FileRecord } from './file-record.js'

/** Returns what the model reads of a file: the path of its copy. */
export function fileText({ filename }: Pick<FileRecord, 'filename'>, path: string): TextPart {
  return receivedText({ kind: 'document', name: filename }, `stored as ${path}`)
}

const written = /^\[document "([^"\n]+)": stored as [^\n]*[\\/]api-(file-[0-9a-f]{32})[\\/][^\\/\n]+\]$/

/** Returns the file that a text of {@link fileText} is about. Clients see it instead of a path on this machine. */
export function fileWrittenOf(text: string): { readonly file_id: string; readonly filename: string } | undefined {
  const [, filename, id] = written.exec(text) ?? []
  return filename === undefined || id === undefined ? undefined : { file_id: id, filename }
}
