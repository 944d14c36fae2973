import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { CommandContext } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { truncate } from '../../render/text/text-width.js'
import { findHome } from '../../setup/open-home.js'
import { withSignal } from '../../setup/with-signal.js'
import { withMemory } from '../memory/with-memory.js'
import { type CopiedFile, copyFiles } from './copy-files.js'
import { countOf } from './count-of.js'
import { findNotes } from './find-notes.js'
import { type ForeignProgram, homeOf, userHome } from './foreign-program.js'
import { type ImportedNote, importNotes, type NoteOutcome } from './import-notes.js'

interface ProgramImport {
  readonly program: ForeignProgram
  readonly home: string
  readonly notes: readonly ImportedNote[]
  readonly files: readonly CopiedFile[]
  /** Files with notes that were not read. */
  readonly skipped: readonly string[]
  /** Entries of its home that are not imported. */
  readonly others: readonly string[]
}

/** `hermes import-agent claude-code|codex`: imports notes into the memory, and skills. Only reads the other home. */
export async function importProgram(program: ForeignProgram, context: CommandContext): Promise<number> {
  const { io, values } = context
  const isDryRun = values['dry-run'] === true
  const home = homeOf(program, io, values.from)
  const names = await readdir(home).catch((cause: NodeJS.ErrnoException) => {
    const sentence = english`${home} cannot be read (${cause.code ?? ''}): name the home of ${program.title} with --from.`
    throw new HermesError('cli/import', sentence, { cause })
  })
  const to = findHome(context).home
  return withSignal(
    io,
    async (signal) => {
      const { notes: found, skipped } = await findNotes(program, home, signal)
      const notes = await withMemory(context, (memory) => importNotes(found, memory, isDryRun))
      const files: CopiedFile[] = []
      for (const from of [home, ...(program.sharesSkills ? [join(userHome(io), '.agents')] : [])]) {
        files.push(...(await copyFiles({ from, to, names: ['skills'], isDryRun, signal })))
      }
      const others = names.filter((name) => program.missed.test(name)).toSorted()
      await show(context, { program, home, notes, files, skipped, others })
      return exitCode.ok
    },
    english`Stopped: what was imported is kept, and a second import continues from there.`,
  )
}

const noteOutcomes = ['added', 'unchanged', 'no-room', 'refused'] as const
const fileOutcomes = ['added', 'unchanged', 'kept', 'skipped'] as const

async function show({ io, values }: CommandContext, imported: ProgramImport): Promise<void> {
  const { program, home, notes, files, skipped, others } = imported
  const isDryRun = values['dry-run'] === true
  const notesOf = (outcome: NoteOutcome) => notes.filter((note) => note.outcome === outcome)
  const paths = (outcome: CopiedFile['outcome']) => files.filter((file) => file.outcome === outcome).map((f) => f.path)
  if (values.json) {
    const rows = (outcome: NoteOutcome) => notesOf(outcome).map(({ target, text }) => ({ target, text }))
    const report = {
      from: home,
      is_dry_run: isDryRun,
      notes: {
        added: rows('added'),
        unchanged: rows('unchanged'),
        no_room: rows('no-room'),
        refused: rows('refused'),
        skipped_files: skipped,
      },
      files: {
        added: paths('added'),
        unchanged: paths('unchanged'),
        kept: paths('kept'),
        skipped: paths('skipped'),
      },
      not_imported: others,
    }
    await writeLine(io.stdout, JSON.stringify(report, undefined, 2))
    return
  }
  const { t } = io
  const say = (line: string) => writeLine(io.stderr, oneLine(line))
  if (isDryRun) {
    for (const { target, text } of notesOf('added')) await writeLine(io.stdout, oneLine(`${target}: ${text}`))
    for (const path of paths('added')) await writeLine(io.stdout, oneLine(path))
  }
  for (const { text } of notesOf('refused'))
    await say(t`It looks like an attempt to manipulate the agent, and was left out: ${truncate(oneLine(text), 100)}`)
  for (const { text } of notesOf('no-room')) await say(t`No room: ${truncate(oneLine(text), 100)}`)
  for (const path of paths('kept')) await say(t`${path} differs from the one that is here, which stays.`)
  for (const path of [...skipped, ...paths('skipped')])
    await say(t`${path} is a link, no plain file or too large: it was left out.`)
  const total = (amount: string, parts: string) =>
    say(isDryRun ? t`${amount}: ${parts} (a dry run: nothing was stored).` : t`${amount}: ${parts}.`)
  const ofNotes = noteOutcomes.map((name) => countOf(name, notesOf(name).length, t))
  await total(t.count(notes.length, 'note'), ofNotes.join(t`, `))
  const ofFiles = fileOutcomes.map((name) => countOf(name, paths(name).length, t))
  await total(t.count(files.length, 'file'), ofFiles.join(t`, `))
  if (notesOf('no-room').length > 0)
    await say(t`memory.memory_char_limit and memory.user_char_limit make room: import again after raising them.`)
  if (others.length > 0) await say(t`Not imported: ${others.join(', ')}.`)
  await say(t`Conversations: hermes sessions import ${join(home, program.logs)}`)
}
