import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeMissing, listSkillFiles, missingSetup, type SkillEntry } from '@hermes/skills'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { columnsOf } from '../../render/screen/screen.js'
import { oneLine, safeText } from '../../render/text/safe-text.js'
import { padded, truncate } from '../../render/text/text-width.js'
import { findSkill } from './find-skill.js'
import { openSkills } from './open-skills.js'
import { sayOrigin } from './skill-words.js'

/** `hermes skills list [WORDS]` */
export const listSkills: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const { index, config, untrusted } = await openSkills(context)
  const { list, problems } = await index.loadAll()
  const words = parameters.map((word) => word.toLowerCase())
  const found = list.filter((entry) => words.every((word) => textOf(entry).includes(word)))
  const rows = found.map((entry) => ({
    name: entry.name,
    category: entry.category,
    origin: entry.origin,
    isEnabled: !config.skills.disabled.includes(entry.name),
    description: entry.description,
    folder: entry.folder,
  }))
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
    return exitCode.ok
  }
  const width = Math.max(0, ...rows.map(({ name }) => name.length))
  const columns = io.stdout.isTTY ? columnsOf(io.stdout) : Number.POSITIVE_INFINITY
  for (const { name, origin, isEnabled, description } of rows) {
    const line = `${isEnabled ? ' ' : 'x'} ${name.padEnd(width)}  ${padded(sayOrigin(origin, io.t), 8)}  ${oneLine(description)}`
    await writeLine(io.stdout, truncate(line, columns))
  }
  if (rows.length === 0)
    await writeLine(io.stderr, words.length > 0 ? io.t`No skill fits.` : io.t`There are no skills.`)
  for (const { folder, problem } of problems)
    await writeLine(io.stderr, `${safeText(folder)}: ${safeText(io.t.of(problem))}`)
  for (const folder of untrusted) {
    await writeLine(
      io.stderr,
      io.t`Not used, because the project is not trusted: ${safeText(folder)}. To use them: hermes skills trust`,
    )
  }
  return exitCode.ok
}

/** `hermes skills view NAME` */
export const viewSkill: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const { index, variables, paths } = await openSkills(context)
  const entry = await findSkill(index, parameters[0])
  const text = await readFile(join(entry.folder, entry.file), 'utf8')
  const files = (await listSkillFiles(entry.folder)).map(({ path }) => path)
  const missing = describeMissing(await missingSetup(entry, { variables, home: paths.home }))
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify({ ...entry, files, missing, text }, undefined, 2))
    return exitCode.ok
  }
  const { t } = io
  const facts = [entry.folder, t`From: ${sayOrigin(entry.origin, t)}`, t`Files: ${files.join(', ')}`]
  for (const line of [...facts, ...missing.map(t.of)]) await writeLine(io.stderr, safeText(line))
  await writeLine(io.stdout, io.stdout.isTTY ? safeText(text) : text)
  return exitCode.ok
}

function textOf({ name, category = '', description }: SkillEntry): string {
  return `${name} ${category} ${description}`.toLowerCase()
}
