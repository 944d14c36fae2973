import { join } from 'node:path'
import {
  decideSkill,
  hashFiles,
  lintSkill,
  listSkillFiles,
  readSkillFile,
  type SkillEntry,
  scanSkill,
  skillLimits,
} from '@hermes/skills'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { describeScan } from './describe-scan.js'
import { findSkill } from './find-skill.js'
import { openSkills } from './open-skills.js'
import { sayTrust } from './skill-words.js'

/** `hermes skills audit [NAME]`: scans and checks skills. Exit code 1 if one of them is not used. */
export const auditSkills: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const skills = await openSkills(context)
  const [name] = parameters
  const all = name === undefined ? (await skills.index.loadAll()).list : [await findSkill(skills.index, name)]
  const lock = await skills.installer.installed()
  const chosen = name === undefined && !values.all ? all.filter(({ origin }) => origin !== 'bundled') : all
  const rows = await Promise.all(
    chosen.map(async (entry) => {
      const [scan, trust, lint] = await Promise.all([scanSkill(entry.folder), skills.trustOf(entry), lintOf(entry)])
      const locked = entry.origin === 'home' ? lock[entry.name] : undefined
      const current = locked && (await hashFiles(join(skills.store.folder, locked.path)))
      const isChanged = locked ? JSON.stringify(current) !== JSON.stringify(locked.files) : false
      const decision = decideSkill(trust, scan.verdict)
      const isUsed =
        decision !== 'refuse' && !(decision === 'ask' && !locked && !skills.config.skills.allowed.includes(entry.name))
      return { name: entry.name, origin: entry.origin, trust, ...scan, isUsed, isChanged, ...lint }
    }),
  )
  if (values.json) await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  else {
    for (const { name: skill, trust, isUsed, isChanged, errors, advice, ...scan } of rows) {
      const notes = [isUsed ? '' : io.t`not used`, isChanged ? io.t`changed since it was installed` : ''].filter(
        Boolean,
      )
      await writeLine(io.stdout, `${skill}  (${[sayTrust(trust, io.t), ...notes].join(io.t`, `)})`)
      const lines = name === undefined && scan.verdict === 'safe' ? [] : describeScan(scan, io.t)
      for (const line of [...lines, ...(name === undefined ? [] : [...errors, ...advice].map(io.t.of))])
        await writeLine(io.stdout, `  ${safeText(line)}`)
    }
    if (rows.length === 0) await writeLine(io.stderr, io.t`There are no skills besides the bundled ones.`)
  }
  return rows.every(({ isUsed }) => isUsed) ? exitCode.ok : exitCode.failed
}

async function lintOf({ folder, file }: SkillEntry) {
  const [{ bytes }, files] = await Promise.all([
    readSkillFile(folder, file, skillLimits.fileBytes),
    listSkillFiles(folder),
  ])
  const folderName = folder.split(/[/\\]/).at(-1) ?? ''
  return lintSkill({ text: bytes.toString('utf8'), folderName, files: files.map(({ path }) => path) })
}
