import { existsSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { PlatformLimits } from '@hermes/core/platform'
import { denialReason, isInside } from '@hermes/safety/protect'
import type { OutboundPath } from '../network/payload.js'
import { barePaths, isAlone } from './bare-paths.js'
import { fileTypeOf } from './file-type-of.js'
import { formatSize } from './format-size.js'
import { type MediaDirectives, takeDirectives } from './media-directives.js'

/** The paths that decide which files may be sent. All are absolute. */
export interface SentFiles {
  readonly workingDirectory: string
  /** The home of Hermes. Of its files, only the agent's speech is sent. */
  readonly home: string
  /** The folder with the agent's speech. */
  readonly spoken: string
  /** The user's home folder, whose keys are not sent. */
  readonly userFolder: string
  /** Files that a person named, which are sent from anywhere. Links are resolved. */
  readonly named?: readonly string[]
}

/**
 * Returns a text without directives and the lines `MEDIA:/path`, and the files that they name. A line whose file may not be sent stays. On a network
 * without files, all of them stay. Files that are too large for the network are listed below the text.
 * @param options.bare Also takes paths, absolute or below `~`, without `MEDIA:`. A path within a sentence stays in it.
 */
export async function takeFiles(
  whole: string,
  folders: SentFiles,
  { media }: Pick<PlatformLimits, 'media'>,
  { bare = false }: { readonly bare?: boolean } = {},
): Promise<{ readonly text: string; readonly files: readonly OutboundPath[] }> {
  const found = new Set<string>()
  const tooLarge = new Map<string, number>()
  const { text, ...directives } = takeDirectives(whole)
  if (!media) return { text, files: [] }
  const take = (path: string): boolean => {
    const file = fileAt(path, folders)
    if (file === undefined) return false
    const { size } = statSync(file)
    if (size > media.maxOutBytes) tooLarge.set(file, size)
    else found.add(file)
    return true
  }
  const lines = text.split('\n')
  const paths = bare ? barePaths(lines) : []
  const staying = lines.filter((line, index) => {
    const [, named] = /^\s*MEDIA:(\S[^\n]*)$/.exec(line) ?? []
    if (named !== undefined) return !take(named.trim())
    const taken = paths[index]?.filter(take) ?? []
    return !taken.some((path) => isAlone(path, line))
  })
  const files = await Promise.all(
    [...found].map(async (path) => directed({ path, ...(await fileTypeOf(path)) }, directives)),
  )
  const most = formatSize(media.maxOutBytes)
  const notes = Array.from(
    tooLarge,
    ([path, size]) =>
      `⚠️ ${basename(path)} was not sent: it has ${formatSize(size)}, and files of at most ${most} can be sent here.`,
  )
  return { text: [staying.join('\n'), ...notes].filter((part) => part !== '').join('\n\n'), files }
}

/** Formats that networks accept for voice messages. */
const voiceTypes: ReadonlySet<string> = new Set(['audio/ogg', 'audio/mpeg', 'audio/mp4'])

function directed(file: OutboundPath, { asDocument, audioAsVoice }: MediaDirectives): OutboundPath {
  const { kind, mediaType } = file
  if (asDocument && (kind === 'image' || kind === 'video')) return { ...file, kind: 'document' }
  if (audioAsVoice && voiceTypes.has(mediaType)) return { ...file, kind: 'voice' }
  return file
}

/** Resolves links. Only files in the working folder and in temporary folders leave the machine, except those that the file tools would not read. */
function fileAt(
  given: string,
  { workingDirectory, home, spoken, userFolder, named = [] }: SentFiles,
): string | undefined {
  const path = given.startsWith('~/') ? join(userFolder, given.slice(2)) : resolve(workingDirectory, given)
  if (!existsSync(path)) return undefined
  const real = realpathSync(path)
  const isWithin = (folder: string) => existsSync(folder) && isInside(real, realpathSync(folder))
  if (!statSync(real).isFile()) return undefined
  if (isWithin(spoken) || named.includes(real)) return real
  const isOpen = (isWithin(workingDirectory) || isWithin(tmpdir())) && !isWithin(home)
  if (!isOpen) return undefined
  const rules = { home: userFolder, agentHome: home, workspace: workingDirectory, mode: 'default' } as const
  return denialReason('read', real, rules) === undefined ? real : undefined
}
