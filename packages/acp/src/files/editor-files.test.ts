import { mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileSystem } from '@hermes/core/environment'
import { expect, test } from 'vitest'
import { editorFiles } from './editor-files.js'

const disk: FileSystem = {
  resolve: (path) => realpath(path),
  async stat(path) {
    const { size, mtimeMs } = await stat(path)
    return { kind: 'file', size, modifiedAtMs: mtimeMs }
  },
  async read(path, { start = 0, length = Number.POSITIVE_INFINITY } = {}) {
    return (await readFile(path)).subarray(start, start + length)
  },
  write: (path, data) => writeFile(path, data),
  remove: (path) => rm(path),
  list: async () => [],
}

test('asks the editor once for a status and the reads after it, and again for the next status', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hermes-editor-')))
  const path = join(folder, 'a.txt')
  await writeFile(path, 'saved\n')
  let buffer = 'typed\n'
  let asked = 0
  const files = editorFiles(disk, {
    folder,
    client: {
      readText: async () => {
        asked += 1
        return buffer
      },
      writeText: async (_, text) => {
        // Simulates an editor that formats what it saves.
        buffer = `${text}formatted\n`
      },
    },
  })
  const text = async () => new TextDecoder().decode(await files.read(path))
  try {
    expect(await files.stat(path)).toMatchObject({ size: 6 })
    expect(await text()).toBe('typed\n')
    expect(asked).toBe(1)
    buffer = 'typed more\n'
    expect(await files.stat(path)).toMatchObject({ size: 11 })
    expect(await text()).toBe('typed more\n')
    expect(asked).toBe(2)
    await files.write(path, new TextEncoder().encode('new\n'))
    expect(await text()).toBe('new\nformatted\n')
    expect(asked).toBe(3)
  } finally {
    await rm(folder, { recursive: true })
  }
})
