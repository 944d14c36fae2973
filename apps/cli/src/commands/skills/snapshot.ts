import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describeError } from '@hermes/core'
import { replaceFile } from '@hermes/safety/files'
import { hashFiles, parseSnapshot, type SkillSnapshot, type SnapshotSkill, snapshotOf } from '@hermes/skills'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { withSignal } from '../../setup/with-signal.js'
import { UsageError } from '../../usage-error.js'
import { confirmAndInstall } from './install.js'
import { type OpenSkills, openSkills } from './open-skills.js'

/** `hermes skills snapshot [-o FILE]`: writes the source of each installed skill. Skills that were written here are not included. */
export const takeSnapshot: CommandHandler = async (context) => {
  const { io, values } = context
  const { installer } = await openSkills(context)
  const snapshot = snapshotOf(await installer.installed())
  const text = JSON.stringify(snapshot, undefined, 2)
  if (values.output === undefined) await writeLine(io.stdout, text)
  else {
    const file = resolve(io.workingDirectory, values.output)
    await replaceFile(file, `${text}\n`)
    await writeLine(io.stderr, io.t`Wrote ${io.t.count(snapshot.skills.length, 'skill')} to ${safeText(file)}.`)
  }
  return exitCode.ok
}

/** `hermes skills install-snapshot FILE`: offers the missing skills of a snapshot, each with its scan and a question. */
export const installSnapshot: CommandHandler = (context) =>
  withSignal(context.io, async (signal) => {
    const { io, parameters } = context
    const { skills } = await readSnapshot(resolve(io.workingDirectory, parameters[0] ?? ''))
    const open = await openSkills(context)
    const installed = await open.installer.installed()
    const missing = skills.filter(({ name }) => !Object.hasOwn(installed, name))
    let isComplete = true
    for (const wanted of missing) {
      try {
        if (!(await installWanted(context, open, wanted, signal))) isComplete = false
      } catch (error) {
        signal.throwIfAborted()
        await writeLine(io.stderr, safeText(io.t`Not installed: ${wanted.name}. ${io.t.of(describeError(error))}`))
        isComplete = false
      }
    }
    if (missing.length === 0) await writeLine(io.stderr, io.t`All of its skills are installed.`)
    return isComplete ? exitCode.ok : exitCode.failed
  })

async function installWanted(
  context: CommandContext,
  { installer }: Pick<OpenSkills, 'installer'>,
  { name, source, inner, files }: SnapshotSkill,
  signal: AbortSignal,
): Promise<boolean> {
  await using fetched = await installer.fetch(source, signal)
  const skill = fetched.skills.find((each) => each.name === name && each.inner === inner)
  if (!skill) throw new UsageError(`Its source ${source} has no such skill any more.`)
  const now = (await hashFiles(skill.folder)) ?? {}
  const paths = new Set([...Object.keys(now), ...Object.keys(files)])
  const changed = [...paths].filter((path) => now[path] !== files[path]).toSorted()
  if (changed.length > 0)
    await writeLine(
      context.io.stderr,
      safeText(context.io.t`${name} has changed since the snapshot: ${changed.join(', ')}`),
    )
  // Awaited here, because the fetched files are removed at the end.
  return await confirmAndInstall(context, fetched, skill)
}

async function readSnapshot(file: string): Promise<SkillSnapshot> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`The snapshot ${file} cannot be read: ${describeError(cause)}`)
  })
  const snapshot = parseSnapshot(text)
  if (snapshot) return snapshot
  throw new UsageError(`${file} is no snapshot of skills: write one with hermes skills snapshot.`)
}
