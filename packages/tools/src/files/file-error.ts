import { describeError, HermesError } from '@hermes/core'
import { codeOf } from '@hermes/safety'

export type FileErrorKind =
  | 'refused'
  | 'missing'
  | 'not-a-file'
  | 'not-text'
  | 'too-large'
  | 'no-match'
  | 'invalid'
  | 'repeated'
  | 'failed'

/** Creates the error for a failure of a file tool, with a message for the model. The code is `file/<kind>`. */
export function fileError(kind: FileErrorKind, message: string, cause?: unknown): HermesError {
  return new HermesError(`file/${kind}`, message, cause === undefined ? {} : { cause })
}

/** Runs work and adds messages to file system errors. Other errors are unchanged. */
export async function withFileErrors<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (HermesError.is(error)) throw error
    throw fileError('failed', sentence(path, error))
  }
}

function sentence(path: string, error: unknown): string {
  const code = codeOf(error) ?? ''
  return sentences[code]?.(path) ?? `${path}: ${describeError(error)}`
}

const sentences: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `There is no permission to use ${path}.`,
  EPERM: (path) => `There is no permission to use ${path}.`,
  EROFS: (path) => `${path} is on a read-only file system.`,
  ENOSPC: (path) => `The disk is full: ${path} was not written and is unchanged.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  ENOTDIR: (path) => `A part of ${path} is a file, not a folder.`,
  ENOENT: (path) => `There is no file ${path}.`,
  ELOOP: (path) => `The links of ${path} are cyclic.`,
  ESTALE: (path) => `${path} leads elsewhere than a moment ago and was left alone: look at it again.`,
  ENAMETOOLONG: (path) => `The name ${path.slice(0, 100)}... is too long.`,
}
