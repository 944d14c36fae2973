import { describeUse, fileOf, type MemoryTarget } from '@hermes/memory'
import type { Translate } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { withMemory } from './with-memory.js'

const targets: readonly MemoryTarget[] = ['memory', 'user']

/** `hermes memory list` */
export const listMemory: CommandHandler = async (context) => {
  const { values, io } = context
  const rows = await withMemory(context, async ({ files, person }) => {
    const memory = files.of(person)
    return Promise.all(
      targets.flatMap((target) => {
        const file = fileOf(memory, target)
        return file ? [file.read().then((content) => ({ target, path: file.path, ...content }))] : []
      }),
    )
  })
  if (values.json) await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  else await write(io.stdout, rows.map((row) => describe(row, io.t)).join('\n'))
  return exitCode.ok
}

interface MemoryRow {
  readonly path: string
  readonly entries: readonly string[]
  readonly chars: number
  readonly limit: number
}

function describe({ path, ...content }: MemoryRow, t: Translate): string {
  const entries = content.entries.map((entry) => `- ${safeText(entry).replaceAll('\n', '\n  ')}\n`)
  return `${path}  ${describeUse(content, t)}\n${entries.join('') || `${t`(empty)`}\n`}`
}

/** `hermes memory show`: prints the text of a file, for pipes. */
export const showMemory: CommandHandler = async (context) => {
  const { values, io } = context
  const entries = await withMemory(context, async ({ files, person }) => {
    const file = fileOf(files.of(person), values.target ?? 'memory')
    return (await file?.read())?.entries ?? []
  })
  if (entries.length > 0)
    await writeLine(io.stdout, io.stdout.isTTY ? safeText(entries.join('\n§\n')) : entries.join('\n§\n'))
  else await writeLine(io.stderr, io.t`There are no entries.`)
  return exitCode.ok
}
