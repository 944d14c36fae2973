import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { describeError, HermesError } from '@hermes/core'
import { exists } from '@hermes/safety/files'
import { english } from '@hermes/safety/language'
import { createRedactor } from '@hermes/safety/redact'
import { bundledSource, lintSkill, listSkillFiles, type SkillEntry, scanSkill } from '@hermes/skills'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine, safeText } from '../../render/text/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { openGit } from '../../setup/sources/git.js'
import { withSignal } from '../../setup/with-signal.js'
import { describeScan } from './describe-scan.js'
import { findSkill } from './find-skill.js'
import { openSkills } from './open-skills.js'

/** `hermes skills publish NAME REPOSITORY`: pushes a skill to a branch of a git repository, for a pull request. */
export const publishSkill: CommandHandler = (context) =>
  withSignal(context.io, async (signal) => {
    const { io, values, parameters } = context
    const [name = '', repository = ''] = parameters
    const { index, installer, paths, variables } = await openSkills(context)
    const skill = await findSkill(index, name)
    const source = (await installer.installed())[skill.name]?.source
    if (skill.origin !== 'home' || (source !== undefined && source !== bundledSource))
      throw refused(english`The skill "${name}" is not one that was written here.`)
    await checkContent(context, skill)
    const files = (await listSkillFiles(skill.folder)).filter(({ kind }) => kind === 'file')
    await writeLine(io.stderr, safeText(io.t`Files: ${files.map(({ path }) => path).join(', ')}`))
    if (!values.yes && !(await confirm(io, io.t`Push ${name} to ${oneLine(repository)}?`))) return exitCode.failed

    const folder = await mkdtemp(join(paths.cache, 'publish-'))
    try {
      const isPath = await exists(resolve(io.workingDirectory, repository))
      const url = isPath ? resolve(io.workingDirectory, repository) : repository
      const git = openGit({ variables, protocols: ['https', 'ssh', ...(isPath ? ['file'] : [])], signal })
      await git('clone', '--quiet', '--depth', '1', '--no-tags', '--', url, folder)
      const branch = `skill/${skill.name}`
      await git('-C', folder, 'checkout', '--quiet', '-B', branch)
      const target = join('skills', skill.name)
      await rm(join(folder, target), { recursive: true, force: true })
      for (const { path } of files) await cp(join(skill.folder, path), join(folder, target, path), { recursive: true })
      await git('-C', folder, 'add', '--', target)
      if ((await git('-C', folder, 'status', '--porcelain', '--', target)) === '') {
        await writeLine(io.stderr, io.t`The repository has this version of ${name} already.`)
        return exitCode.ok
      }
      await git('-C', folder, 'commit', '--quiet', '-m', `Add the skill ${skill.name}`, '--', target)
      await git('-C', folder, 'push', '--quiet', '--', 'origin', `HEAD:refs/heads/${branch}`)
      await writeLine(io.stderr, safeText(io.t`Pushed ${target} to the branch ${branch} of ${repository}.`))
      return exitCode.ok
    } catch (error) {
      signal.throwIfAborted()
      throw new HermesError('skill/source', `The skill was not published: ${describeError(error)}`, { cause: error })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

/** Checks what would be published. @throws {HermesError} `skill/invalid`, `skill/refused`. */
async function checkContent({ io, values }: CommandContext, { folder, file }: SkillEntry): Promise<void> {
  const files = await listSkillFiles(folder)
  const { errors } = await lintSkill({
    text: await readFile(join(folder, file), 'utf8'),
    folderName: basename(folder),
    files: files.map(({ path }) => path),
  })
  if (errors.length > 0) throw new HermesError('skill/invalid', `The skill breaks the format. ${errors.join(' ')}`)
  const scan = await scanSkill(folder)
  for (const line of describeScan(scan, io.t)) await writeLine(io.stderr, line)
  if (scan.verdict === 'dangerous' || (scan.verdict === 'caution' && !values.force))
    throw refused(english`Its scan says ${scan.verdict}.`)
  const redactor = createRedactor()
  for (const { path, kind } of files) {
    if (kind !== 'file') throw refused(english`${path} is a link.`)
    const text = await readFile(join(folder, path), 'utf8')
    if (redactor.redact(text) !== text) throw refused(english`${path} seems to hold a key or another secret.`)
  }
}

function refused(reason: string): HermesError {
  return new HermesError('skill/refused', `The skill is not published. ${reason}`)
}
