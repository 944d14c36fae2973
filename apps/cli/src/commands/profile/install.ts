import { basename } from 'node:path'
import { createProfile, requireProfile, resolveHome } from '@hermes/runtime'
import { exists } from '@hermes/safety/files'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { UsageError } from '../../usage-error.js'
import { describeRisks } from './describe-risks.js'
import { listDistributed, updateFiles } from './distributed-files.js'
import { fetchSource } from './fetch-source.js'
import { readInstallation, writeInstallation } from './installation-file.js'

/** `hermes profile install SOURCE [NAME]`: creates a profile from a folder or a repository. */
export const installProfile: CommandHandler = async (context) => {
  const { io, parameters, program } = context
  const [given = '', wanted] = parameters
  await using fetched = await fetchSource(given, io)
  const files = await listDistributed(fetched.folder)
  if (files.size === 0) throw new UsageError(`${given} contains no profile: neither config.yaml nor skills.`)
  const name = wanted ?? nameOf(fetched.source)
  const paths = resolveHome(io.env, { profile: name })
  if (await exists(paths.home)) throw new UsageError(`The profile "${name}" exists already: name another one.`)
  if (!(await agrees(context, fetched.folder, io.t`Install the profile "${name}"?`))) return exitCode.failed
  await createProfile(paths)
  await updateFiles(fetched.folder, paths.home, {})
  await writeInstallation(paths, { source: fetched.source, files: Object.fromEntries(files) })
  await writeLine(io.stderr, io.t`Installed the profile "${name}". It has no keys: ${program} -p ${name} setup`)
  return exitCode.ok
}

/** `hermes profile update NAME`: updates the profile, but keeps files that were edited here. */
export const updateProfile: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const paths = resolveHome(io.env, { profile: name })
  await requireProfile(paths)
  const installation = await readInstallation(paths)
  if (!installation)
    throw new UsageError(`The profile "${name}" was not installed: there is nothing to update it from.`)
  await using fetched = await fetchSource(installation.source, io)
  if (!(await agrees(context, fetched.folder, io.t`Update the profile "${name}"?`))) return exitCode.failed
  const { written, removed, kept } = await updateFiles(fetched.folder, paths.home, installation.files)
  const files = await listDistributed(fetched.folder)
  // An edited file still counts as edited at the next update.
  const known = [...files].map(([path, hash]) => [path, kept.includes(path) ? (installation.files[path] ?? '') : hash])
  await writeInstallation(paths, { source: installation.source, files: Object.fromEntries(known) })
  for (const path of kept) await writeLine(io.stderr, io.t`Kept ${oneLine(path)}: it was edited here.`)
  const changed = written.length + removed.length
  await writeLine(io.stderr, changed === 0 ? io.t`Nothing has changed.` : io.t`Updated ${io.t.count(changed, 'file')}.`)
  return exitCode.ok
}

/** Shows what the files run or loosen, and asks for agreement. */
async function agrees({ io, values }: CommandContext, folder: string, question: string): Promise<boolean> {
  for (const risk of await describeRisks(folder)) await tell(io, oneLine(risk))
  return values.yes === true || confirm(io, question)
}

function nameOf(source: string): string {
  return basename(source.replace(/(?<!\/)\/+$/, ''), '.git')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
}
