import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseJson } from '@hermes/core/wiring'
import { build } from 'tsup'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { tempFolder } from '../../testing/temp-folder.js'
import { createMemoryFiles } from './memory-files.js'
import { createMemoryLock } from './memory-lock.js'

/** Inside the package, so that the built file finds its dependencies. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
mkdirSync(cache, { recursive: true })
const built = mkdtempSync(join(cache, 'writer-'))
afterAll(() => rmSync(built, { recursive: true, force: true }))

beforeAll(async () => {
  await build({
    entry: { writer: fileURLToPath(new URL('../../testing/writer.ts', import.meta.url)) },
    config: false,
    silent: true,
    format: 'esm',
    target: 'node22',
    outDir: built,
    noExternal: [/^@hermes\//],
    removeNodeProtocol: false,
    external: ['better-sqlite3'],
    esbuildOptions: (options) => {
      options.conditions = ['@hermes/source']
    },
  })
})

/** One writer, restarted each time it is killed. */
class Writer {
  readonly kept: number[] = []
  tried = 0

  constructor(
    readonly folder: string,
    readonly name: string,
    readonly limit: number,
  ) {}

  start(to: number): ChildProcess {
    const first = this.tried
    const args = [join(built, 'writer.js'), this.folder, this.name, `${first}`, `${to}`, `${this.limit}`]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.tried = first + 1
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.kept.push(Number(line))
      this.tried = Math.min(Number(line) + 2, to)
    })
    return child
  }
}

async function archivedIn(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, 'ARCHIVE.jsonl'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => String(Object(parseJson(line)).entry))
}

test.each([
  ['a file with room', 50_000],
  ['a file that archives its oldest entries', 120],
])(
  'neither loses nor duplicates entries when two processes that write to %s are killed',
  { timeout: 600_000 },
  async (_, limit) => {
    const folder = await tempFolder()
    const writers = [new Writer(folder, 'a', limit), new Writer(folder, 'b', limit)]
    const count = () => writers.reduce((sum, { kept }) => sum + kept.length, 0)
    const kills = 10 * inject('effort')
    for (let round = 0; round < kills; round++) {
      const children = writers.map((writer) => writer.start(1_000_000))
      const ended = children.map((child) => once(child, 'close'))
      const before = count()
      await expect.poll(count, { interval: 2 }).toBeGreaterThan(before + (round % 5))
      await sleep(round % 7)
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ended)
    }
    const { notes } = createMemoryFiles({ folder, lock: createMemoryLock(), notesLimit: limit }).of()
    // The next change finishes what the last kill interrupted.
    await notes?.change([{ action: 'add', content: 'end' }], { by: 'tool' })
    const all = [...(await archivedIn(folder)), ...((await notes?.read())?.entries ?? [])]
    expect(all.toSorted()).toEqual([...new Set(all)].toSorted())
    const acknowledged = writers.flatMap(({ name, kept }) => kept.map((number) => `${name}:${number}`))
    expect(acknowledged.length).toBeGreaterThan(kills)
    expect(acknowledged.filter((entry) => !all.includes(entry))).toEqual([])
    const attempted = writers.flatMap(({ name, tried }) =>
      Array.from({ length: tried }, (_each, number) => `${name}:${number}`),
    )
    expect(all.filter((entry) => entry !== 'end' && !attempted.includes(entry))).toEqual([])
  },
)
