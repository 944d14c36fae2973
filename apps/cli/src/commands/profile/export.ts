import { resolve } from 'node:path'
import { profileOf, requireProfile, resolveHome } from '@hermes/runtime'
import { replaceFile } from '@hermes/safety/files'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { readVersion } from '../../version.js'
import { manifestName } from './portable-entries.js'
import { readPortable } from './portable-files.js'

/** `hermes profile export NAME [-o FILE]`: exports settings, memories and skills, but never keys, logins or sessions. */
export const exportProfile: CommandHandler = async ({ io, values, parameters: [name = ''] }) => {
  const paths = resolveHome(io.env, { profile: name })
  await requireProfile(paths)
  const { ZipFile } = (await import('yazl')).default
  const zip = new ZipFile()
  const manifest = { kind: 'hermes-profile', name: profileOf(paths), version: readVersion() }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName)
  let count = 0
  for await (const { path, content, isRedacted } of readPortable(paths)) {
    zip.addBuffer(content, path)
    count += 1
    if (isRedacted) await writeLine(io.stderr, io.t`Left secrets out of ${oneLine(path)}.`)
  }
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  const file = resolve(io.workingDirectory, values.output ?? `${name}.hermes-profile.zip`)
  await replaceFile(file, Buffer.concat(chunks))
  await writeLine(io.stderr, io.t`Exported ${io.t.count(count, 'file')} of the profile "${name}" to ${file}.`)
  return exitCode.ok
}
