import { join } from 'node:path'
import type { Translate } from '@hermes/safety/language'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { writeLine } from '../../../io.js'
import { oneLine } from '../../../render/text/safe-text.js'
import { truncate } from '../../../render/text/text-width.js'
import { isFolder } from '../../../setup/is-folder.js'
import { countOf, type ImportOutcome } from '../count-of.js'
import type { ImportedItem } from './imported-item.js'
import type { OpenClawHome } from './openclaw-home.js'
import type { OpenClawImport } from './openclaw-import.js'

export interface ShownImport {
  readonly source: OpenClawHome
  readonly imported: OpenClawImport
  /** Path of the backup of this home that was written first. */
  readonly backup?: string
}

interface Part {
  /** Key in the JSON output. */
  readonly name: string
  /** Amount in words, such as `3 skills`. */
  readonly amount: string
  readonly items: readonly ImportedItem[]
  readonly outcomes: readonly ImportOutcome[]
  /** Describes an item. Default: its name alone. */
  readonly say?: (name: string) => string
}

const noteOutcomes = ['added', 'unchanged', 'no-room', 'refused'] as const
const itemOutcomes = ['added', 'unchanged', 'kept', 'skipped', 'refused'] as const
const settingOutcomes = ['added', 'unchanged', 'kept', 'refused'] as const
const jobOutcomes = ['added', 'unchanged', 'refused'] as const
/** Limit of listed notes, because years of daily notes would fill the screen. */
const mostNotes = 10

/** Reports what an import did, or would do: additions on stdout, the rest on stderr; or everything as JSON. */
export async function showImport(context: CommandContext, shown: ShownImport): Promise<void> {
  if (context.values.json) await writeLine(context.io.stdout, JSON.stringify(toReport(context, shown), undefined, 2))
  else await say(context, shown)
}

function partsOf({ files, skills, settings, jobs, keys }: OpenClawImport, t: Translate): readonly Part[] {
  return [
    { name: 'files', amount: t.count(files.length, 'file'), items: files, outcomes: itemOutcomes },
    {
      name: 'skills',
      amount: t.count(skills.length, 'skill'),
      items: skills,
      outcomes: itemOutcomes,
      say: (name) => t`skill ${name}`,
    },
    {
      name: 'settings',
      amount: t.count(settings.length, 'setting'),
      items: settings,
      outcomes: settingOutcomes,
      say: (name) => t`setting ${name}`,
    },
    {
      name: 'jobs',
      amount: t.count(jobs.length, 'job'),
      items: jobs,
      outcomes: jobOutcomes,
      say: (name) => t`job ${name}`,
    },
    {
      name: 'keys',
      amount: t.count(keys.length, 'key'),
      items: keys,
      outcomes: itemOutcomes,
      say: (name) => t`key ${name}`,
    },
  ]
}

function toReport({ io: { t }, values }: CommandContext, { source, imported, backup }: ShownImport): object {
  const { notes, skippedNotes, others } = imported
  const rows = (outcome: ImportOutcome) =>
    notes.filter((note) => note.outcome === outcome).map(({ target, text }) => ({ target, text }))
  const parts = partsOf(imported, t).map(({ name, items, outcomes }) => [
    name,
    Object.fromEntries(outcomes.map((outcome) => [outcome, namesOf(items, outcome)])),
  ])
  return {
    from: source.home,
    agent: source.agent,
    workspace: source.workspace ?? null,
    is_dry_run: values['dry-run'] === true,
    backup: backup ?? null,
    notes: {
      added: rows('added'),
      unchanged: rows('unchanged'),
      no_room: rows('no-room'),
      refused: rows('refused'),
      skipped_files: skippedNotes,
    },
    ...Object.fromEntries(parts),
    reasons: partsOf(imported, t).flatMap(({ items }) =>
      items.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }])),
    ),
    not_imported: others,
  }
}

async function say({ io, values }: CommandContext, { source, imported, backup }: ShownImport): Promise<void> {
  const { t, stdout, stderr } = io
  const { notes, skippedNotes, others } = imported
  const isDryRun = values['dry-run'] === true
  const tell = (line: string) => writeLine(stderr, oneLine(line))
  const texts = (outcome: ImportOutcome) => notes.filter((note) => note.outcome === outcome)
  if (source.workspace === undefined)
    await tell(t`The agent ${source.agent} of OpenClaw has no workspace in ${source.home}.`)
  if (isDryRun) {
    for (const { target, text } of texts('added')) await writeLine(stdout, oneLine(`${target}: ${text}`))
    for (const { items, say = (name: string) => name } of partsOf(imported, t))
      for (const name of namesOf(items, 'added')) await writeLine(stdout, oneLine(say(name)))
  }
  for (const { text } of texts('refused'))
    await tell(t`It looks like an attempt to manipulate the agent, and was left out: ${truncate(oneLine(text), 100)}`)
  const homeless = texts('no-room')
  for (const { text } of homeless.slice(0, mostNotes)) await tell(t`No room: ${truncate(oneLine(text), 100)}`)
  if (homeless.length > mostNotes) await tell(t`No room for ${homeless.length - mostNotes} more.`)
  for (const path of skippedNotes) await tell(t`${path} is a link, no plain file or too large: it was left out.`)
  for (const { name, items } of partsOf(imported, t)) {
    if (name !== 'keys' || values.secrets) for (const item of items) await tellItem(item)
  }
  const total = (amount: string, parts: string) =>
    tell(isDryRun ? t`${amount}: ${parts} (a dry run: nothing was stored).` : t`${amount}: ${parts}.`)
  const ofNotes = noteOutcomes.map((outcome) => countOf(outcome, texts(outcome).length, t))
  await total(t.count(notes.length, 'note'), ofNotes.join(t`, `))
  for (const { amount, items, outcomes } of partsOf(imported, t)) {
    const counts = outcomes.map((outcome) => countOf(outcome, namesOf(items, outcome).length, t))
    await total(amount, counts.join(t`, `))
  }
  if (homeless.length > 0)
    await tell(t`memory.memory_char_limit and memory.user_char_limit make room: import again after raising them.`)
  if (others.length > 0) await tell(t`Not imported: ${others.join(', ')}.`)
  if (imported.keys.length > 0 && !values.secrets)
    await tell(t`Keys are only imported with --secrets: ${imported.keys.map(({ name }) => name).join(', ')}.`)
  const logs = join(source.home, 'agents', source.agent, 'sessions')
  if (await isFolder(logs)) await tell(t`Conversations: hermes sessions import ${logs}`)
  if (backup !== undefined) await tell(t`What was here before is saved. To restore it: hermes import ${backup}`)

  async function tellItem({ name, outcome, reason }: ImportedItem): Promise<void> {
    if (reason !== undefined) await tell(t.of(reason))
    else if (outcome === 'kept') await tell(t`${name} differs from the one that is here, which stays.`)
    else if (outcome === 'skipped') await tell(t`${name} is a link, no plain file or too large: it was left out.`)
    else if (outcome === 'refused')
      await tell(t`It looks like an attempt to manipulate the agent, and was left out: ${name}`)
  }
}

function namesOf(items: readonly ImportedItem[], outcome: ImportOutcome): readonly string[] {
  return items.filter((item) => item.outcome === outcome).map(({ name }) => name)
}
