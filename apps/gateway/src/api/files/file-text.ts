import type { TextPart } from '@hermes/core'
import { receivedText } from '../../chats/files/received-file.js'
import type { FileRecord } from './file-record.js'

/** What the model reads of a file: where its copy is. */
export function fileText({ filename }: Pick<FileRecord, 'filename'>, path: string): TextPart {
  return receivedText({ kind: 'document', name: filename }, `stored as ${path}`)
}

const written = /^\[document "([^"\n]+)": stored as [^\n]*[\\/]api-(file-[0-9a-f]{32})[\\/][^\\/\n]+\]$/

/** The file that {@link fileText} has written of. Clients see it instead of a path of this machine. */
export function fileWrittenOf(text: string): { readonly file_id: string; readonly filename: string } | undefined {
  const [, filename, id] = written.exec(text) ?? []
  return filename === undefined || id === undefined ? undefined : { file_id: id, filename }
}
