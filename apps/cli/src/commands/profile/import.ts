import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseJson } from '@hermes/core/wiring'
import { resolveHome } from '@hermes/runtime'
import { isRecord } from '@hermes/safety'
import { entryText, extractArchive, openArchive } from '@hermes/safety/archive'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, writeLine } from '../../io.js'
import { UsageError } from '../../usage-error.js'
import { describeRisks } from './describe-risks.js'
import { manifestName, problemOfPortable } from './portable-entries.js'

/** `hermes profile import FILE [NAME]`: creates a profile from an export. */
export const importProfile: CommandHandler = async ({ io, parameters: [file = '', wanted], program }) => {
  const archive = resolve(io.workingDirectory, file)
  const name = wanted ?? (await nameIn(archive))
  const paths = resolveHome(io.env, { profile: name })
  await mkdir(dirname(paths.home), { recursive: true, mode: 0o700 })
  await extractArchive(archive, paths.home, { isPrivate: true, refuses: problemOfPortable })
  for (const risk of await describeRisks(paths.home)) await tell(io, risk)
  await writeLine(io.stderr, io.t`Created the profile "${name}". It has no keys: ${program} -p ${name} setup`)
  return exitCode.ok
}

/** Returns the name of the profile in an archive. @throws {UsageError} when it is not an export. */
async function nameIn(archive: string): Promise<string> {
  for await (const entry of openArchive(archive)) {
    if (entry.name !== manifestName) continue
    const manifest = parseJson(await entryText(entry, 65_536))
    if (isRecord(manifest) && manifest.kind === 'hermes-profile' && typeof manifest.name === 'string') {
      return manifest.name === 'default' ? 'imported' : manifest.name
    }
  }
  throw new UsageError(`${archive} is not an export of a profile.`)
}
