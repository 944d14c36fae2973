import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { rollup } from 'rollup'
import type { Options } from 'tsup'
import { escapeExpressions } from './escape-expressions.ts'
import { unescapeChinese } from './unescape-chinese.ts'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Source modules by the name of the file that they are joined in, relative to the folder of the app. What they import comes with them, unless an earlier group has it. */
export type Groups = Readonly<Record<string, readonly string[]>>

export interface ChunkJoiner {
  readonly plugin: Plugin
  /** Joins what the build has written to `dist`. */
  join(): Promise<void>
}

interface Chunk {
  readonly entryPoint: string | undefined
  readonly bytes: number
  readonly modules: readonly string[]
  /** The chunks that it imports. */
  readonly imports: readonly { readonly name: string; readonly isDynamic: boolean }[]
}

type Chunks = ReadonlyMap<string, Chunk>

/** A larger chunk that imports no other is data, such as that of a tokenizer. It stays as it is. */
const dataBytes = 200_000

/** A smaller chunk takes a block of the disk that it does not fill, and shares a file with others of its command. */
const smallBytes = 4_096

/** The modules of one command. */
const commandFolder = /^src\/(commands\/[\w-]+)\//

/**
 * Joins chunks that a program always loads together. esbuild makes one for each set of modules with the same importers, and a start would
 * find, read and link more than a hundred.
 * @param entries the entry points of the app.
 */
export function chunkJoiner(folder: string, entries: readonly string[], groups: Groups): ChunkJoiner {
  let chunks: Chunks = new Map()
  return {
    plugin: {
      name: 'chunk-joiner',
      setup(build) {
        build.initialOptions.metafile = true
        build.onEnd(({ metafile }) => {
          const outputs = Object.entries(metafile?.outputs ?? {})
          chunks = new Map(
            outputs.map(([path, { entryPoint, bytes, inputs, imports }]) => [
              basename(path),
              {
                entryPoint,
                bytes,
                modules: Object.keys(inputs),
                imports: imports
                  .filter(({ external }) => !external)
                  .map(({ path, kind }) => ({ name: basename(path), isDynamic: kind === 'dynamic-import' })),
              },
            ]),
          )
        })
      },
    },
    async join() {
      const dist = join(folder, 'dist')
      const data = new Set(
        [...chunks].flatMap(([name, { bytes, imports }]) => (bytes > dataBytes && imports.length === 0 ? name : [])),
      )
      const groupOf = assign(chunks, entries, groups)
      const bundle = await rollup({
        input: [...chunks].flatMap(([name, { entryPoint = '' }]) =>
          entries.includes(entryPoint) ? join(dist, name) : [],
        ),
        external: (id) => data.has(basename(id)) || !/^[./]/.test(id),
        // esbuild has left out what is not used.
        treeshake: false,
        onwarn({ code, message }) {
          // The loader of WebAssembly has one.
          if (code !== 'EVAL') throw new Error(message)
        },
      })
      const { output } = await bundle.generate({
        format: 'es',
        compact: true,
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // An import of what an import imports would be one more file for the first of them to wait for.
        hoistTransitiveImports: false,
        manualChunks: (id) => groupOf.get(basename(id)),
      })
      await bundle.close()
      for (const file of output)
        if (file.type === 'chunk')
          await writeFile(join(dist, file.fileName), unescapeChinese(escapeExpressions(file.code)))
      const kept = new Set([...data, ...output.map(({ fileName }) => fileName)])
      for (const name of chunks.keys()) if (!kept.has(name)) await rm(join(dist, name))
    },
  }
}

/** The file of each chunk that shares one. An entry point of the app stays a file, because loading it runs a program. */
function assign(chunks: Chunks, entries: readonly string[], groups: Groups): ReadonlyMap<string, string> {
  const groupOf = new Map<string, string>()
  for (const [group, modules] of Object.entries(groups)) {
    const add = (name: string): void => {
      const chunk = chunks.get(name)
      if (!chunk || groupOf.has(name)) return
      if (!entries.includes(chunk.entryPoint ?? '')) groupOf.set(name, group)
      for (const { name: imported, isDynamic } of chunk.imports) if (!isDynamic) add(imported)
    }
    for (const module of modules) {
      const found = [...chunks].filter(([, chunk]) => chunk.entryPoint === module || chunk.modules.includes(module))
      if (found.length === 0)
        throw new Error(`"${module}" is to be joined in "${group}", but is not part of the build.`)
      for (const [name] of found) add(name)
    }
  }
  // What others import statically stays a file: two files would import each other.
  const shared = new Set(
    [...chunks.values()].flatMap(({ imports }) => imports.filter(isStatic).map(({ name }) => name)),
  )
  const joined = new Map(groupOf)
  for (const [name, { entryPoint = '', bytes, modules, imports }] of chunks) {
    if (bytes >= smallBytes || joined.has(name) || shared.has(name) || entries.includes(entryPoint)) continue
    const group =
      modules.length > 0 ? commonCommand(modules) : lastOf(imports.filter(isStatic), joined, Object.keys(groups))
    if (group) groupOf.set(name, group)
  }
  return groupOf
}

/** The group that a chunk without modules of its own loads last, if it loads nothing else: it is another name for a part of that. */
function lastOf(
  imports: Chunk['imports'],
  groupOf: ReadonlyMap<string, string>,
  order: readonly string[],
): string | undefined {
  const positions = imports.map(({ name }) => order.indexOf(groupOf.get(name) ?? ''))
  return positions.includes(-1) ? undefined : order[Math.max(...positions)]
}

function isStatic({ isDynamic }: Chunk['imports'][number]): boolean {
  return !isDynamic
}

/** The name of the file for the command that all modules belong to. */
function commonCommand(modules: readonly string[]): string | undefined {
  const [command, ...others] = new Set(modules.map((module) => commandFolder.exec(module)?.[1]))
  return others.length === 0 ? command?.replace('/', '-') : undefined
}
