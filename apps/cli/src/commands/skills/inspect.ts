import { decideSkill, listSkillFiles, readSkillFile, skillLimits, trustOfSource } from '@hermes/skills'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine, safeText } from '../../render/text/safe-text.js'
import { withSignal } from '../../setup/with-signal.js'
import { describeScan } from './describe-scan.js'
import { openSkills } from './open-skills.js'
import { sayTrust } from './skill-words.js'

/** `hermes skills inspect SOURCE [SKILL...]`: shows the text, files and scan of skills without installing them. Exit code 1: one of them would be rejected. */
export const inspectSkills: CommandHandler = (context) =>
  withSignal(context.io, async (signal) => {
    const { io, values, parameters } = context
    const [source = '', ...names] = parameters
    const { installer } = await openSkills(context)
    await using fetched = await installer.fetch(source, signal)
    const trust = trustOfSource(`${fetched.source}/`)
    const chosen = fetched.skills.filter(({ name }) => names.length === 0 || names.includes(name))
    const rows = await Promise.all(
      chosen.map(async ({ name, description, folder, scan }) => ({
        name,
        description,
        trust,
        decision: decideSkill(trust, scan.verdict),
        scan,
        files: (await listSkillFiles(folder)).map(({ path }) => path),
        text: (await readSkillFile(folder, 'SKILL.md', skillLimits.fileBytes)).bytes.toString('utf8'),
      })),
    )
    if (values.json) await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
    else {
      for (const { name, description, files, scan, text } of rows) {
        await writeLine(io.stdout, oneLine(`${name} (${sayTrust(trust, io.t)}): ${description}`))
        for (const line of describeScan(scan, io.t)) await writeLine(io.stdout, line)
        await writeLine(io.stdout, safeText(io.t`Files: ${files.join(', ')}`))
        if (rows.length === 1) for (const line of ['', ...text.split('\n')]) await writeLine(io.stdout, safeText(line))
      }
      if (rows.length === 0) await writeLine(io.stderr, io.t`The source has no skill of this name.`)
    }
    return rows.length > 0 && rows.every(({ decision }) => decision !== 'refuse') ? exitCode.ok : exitCode.failed
  })
