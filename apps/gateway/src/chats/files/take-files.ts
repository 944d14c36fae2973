import { existsSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, resolve } from 'node:path'
import type { MediaKind } from '@hermes/core/platform'
import { isInside, refusalOf } from '@hermes/safety/protect'
import type { OutboundPath } from '../network/payload.js'

/** What decides which files may be sent. Absolute. */
export interface SentFiles {
  readonly workingDirectory: string
  /** The home of Hermes. Nothing else is sent from here. */
  readonly home: string
  /** What the agent said. */
  readonly spoken: string
  /** The user's own folder, whose keys are not sent. */
  readonly userFolder: string
}

/** A text without the lines `MEDIA:/path`, and the files that they name. A line whose file may not be sent stays. */
export function takeFiles(
  text: string,
  folders: SentFiles,
): { readonly text: string; readonly files: readonly OutboundPath[] } {
  const files: OutboundPath[] = []
  const lines = text.split('\n').filter((line) => {
    const [, path] = /^\s*MEDIA:(\S[^\n]*)$/.exec(line) ?? []
    const file = path === undefined ? undefined : fileAt(path.trim(), folders)
    if (file) files.push(file)
    return file === undefined
  })
  return { text: lines.join('\n'), files }
}

/** Only files of the working folder and of temporary folders leave the machine, and of these none that the file tools would not read. */
function fileAt(given: string, { workingDirectory, home, spoken, userFolder }: SentFiles): OutboundPath | undefined {
  const path = resolve(workingDirectory, given)
  if (!existsSync(path)) return undefined
  const real = realpathSync(path)
  const isWithin = (folder: string) => existsSync(folder) && isInside(real, realpathSync(folder))
  if (!statSync(real).isFile()) return undefined
  if (isWithin(spoken)) return { path: real, ...typeOf(extname(real).toLowerCase()) }
  const isOpen = (isWithin(workingDirectory) || isWithin(tmpdir())) && !isWithin(home)
  if (!isOpen) return undefined
  const rules = { home: userFolder, agentHome: home, workspace: workingDirectory, mode: 'default' } as const
  if (refusalOf('read', real, rules) !== undefined) return undefined
  return { path: real, ...typeOf(extname(real).toLowerCase()) }
}

const types: Readonly<Record<string, readonly [MediaKind, string]>> = {
  '.png': ['image', 'image/png'],
  '.jpg': ['image', 'image/jpeg'],
  '.jpeg': ['image', 'image/jpeg'],
  '.webp': ['image', 'image/webp'],
  '.gif': ['image', 'image/gif'],
  '.mp3': ['audio', 'audio/mpeg'],
  '.m4a': ['audio', 'audio/mp4'],
  '.wav': ['audio', 'audio/wav'],
  '.ogg': ['voice', 'audio/ogg'],
  '.opus': ['voice', 'audio/ogg'],
  '.mp4': ['video', 'video/mp4'],
  '.webm': ['video', 'video/webm'],
}

function typeOf(extension: string): Pick<OutboundPath, 'kind' | 'mediaType'> {
  const [kind, mediaType] = types[extension] ?? ['document', 'application/octet-stream']
  return { kind, mediaType }
}
