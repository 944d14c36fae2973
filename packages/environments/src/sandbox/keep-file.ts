import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * Writes a file that several processes share because they all write the same content, and returns its path. A file with
 * equal content is left alone. Synchronous, because it is needed to start a command.
 */
export function keepFile(path: string, content: string | Uint8Array, mode: number): string {
  const data = Buffer.from(content)
  if (!contentOf(path)?.equals(data)) {
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, data, { mode })
    renameSync(draft, path)
  }
  return path
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    // The file does not exist yet.
    return undefined
  }
}
